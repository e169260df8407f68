"""The files of the benchmark data of label ranking, and what is in them."""

from __future__ import annotations

import attrs

from lrf.data.download import RemoteFile

__all__ = ["KEBI", "KebiSet"]


@attrs.frozen
class KebiSet:
    """A data set and the file that holds it.

    Each line of the file holds the features and then the numbers of the labels, from 1, the best
    first: an order, although it looks like positions.

    Parameters
    ----------
    file : RemoteFile
        The file.
    shape : tuple of int
        Number of rows, of features and of labels.
    """

    file: RemoteFile
    shape: tuple[int, int, int]


KEBI = {
    "authorship": KebiSet(
        RemoteFile(
            "authorship.txt",
            739_788,
            "c2eb993a971ed9b7eb6fc07636159910ad84df22918f7125018489ec41e53cb9",
        ),
        (841, 70, 4),
    ),
    "bodyfat": KebiSet(
        RemoteFile(
            "bodyfat.txt",
            20_161,
            "01bdb5761599220bed51da50b19e14b85f2d1cd6dd96fe82250d76286c57bf81",
        ),
        (252, 7, 7),
    ),
    "calhousing": KebiSet(
        RemoteFile(
            "callhousing.txt",
            942_694,
            "ed4513843a731ee3b32005bd069c85159d668f153ed13d3865adb1e89ce99d09",
        ),
        (20640, 4, 4),
    ),
    "cpu-small": KebiSet(
        RemoteFile(
            "cpu.txt", 552_569, "c744ddeba466fe2e4c4636754f8ae08fb6267226f875e701c448e7de6973cd57"
        ),
        (8192, 6, 5),
    ),
    "elevators": KebiSet(
        RemoteFile(
            "elevators.txt",
            1_698_765,
            "a39e3e3487f3413e50407c607cfecd85ee350846b2a9bc616acb94d40600d729",
        ),
        (16599, 9, 9),
    ),
    "fried": KebiSet(
        RemoteFile(
            "fried.txt",
            3_853_643,
            "afb5dcde0eec1f4557620dbf1bc80bbe235feaaf640d829fe15b618c35502237",
        ),
        (40768, 9, 5),
    ),
    "glass": KebiSet(
        RemoteFile(
            "glass.txt", 19_363, "28ac12eac8fa903b242508415064d78bb43a99ab73f4fa610c498f02af41d1ae"
        ),
        (214, 9, 6),
    ),
    "housing": KebiSet(
        RemoteFile(
            "housing.txt",
            36_438,
            "b50314a8301ad67a227c448d8fc9876bb0108495a01cf2023cd24467bc4d3b42",
        ),
        (506, 6, 6),
    ),
    "iris": KebiSet(
        RemoteFile(
            "iris.txt", 6_292, "6b0bc1f69363982ad19034d5bfa1421447b36ae7c994082d4b76d7a903cb6ef2"
        ),
        (150, 4, 3),
    ),
    "pendigits": KebiSet(
        RemoteFile(
            "pendigits.txt",
            1_880_770,
            "34ff565eaa6f0e7c0dcab1abf257952fc1ae1c9ab2174a045a4748a71b821bfb",
        ),
        (10992, 16, 10),
    ),
    "segment": KebiSet(
        RemoteFile(
            "segment.txt",
            555_325,
            "75371e81352b3b2b370e1931370d427d458a0b4a96d2381a1a2300d7df21827b",
        ),
        (2310, 18, 7),
    ),
    "stock": KebiSet(
        RemoteFile(
            "stock.txt", 54_052, "39300f204f26dabd0548b061c755266cc23bf2c960f1868054f15aaed8b81b1f"
        ),
        (950, 5, 5),
    ),
    "vehicle": KebiSet(
        RemoteFile(
            "vehicle.txt",
            149_045,
            "9ef2389ea539ae70e05d9cfb60733443492ba95256b05f9b0318d58bd7165c98",
        ),
        (846, 18, 4),
    ),
    "vowel": KebiSet(
        RemoteFile(
            "vowel.txt", 63_031, "485e707f99460da7fd40041eccaf07998694c5331faac8c322fc9f2cde28bae2"
        ),
        (528, 10, 11),
    ),
    "wine": KebiSet(
        RemoteFile(
            "wine.txt", 23_379, "47df4c32dab2cb91e53af1112b1033161845081f3199fc4baa269cde90184a48"
        ),
        (178, 13, 3),
    ),
    "wisconsin": KebiSet(
        RemoteFile(
            "wisconsin.txt",
            36_943,
            "28c02a4196974b9d9448e4a4ac37f97f7604ba71c6700d94b5e7e4f513ec2cf4",
        ),
        (194, 16, 16),
    ),
}
