"""A model as data: what users write, as keywords, dicts or TOML, checked and completed.

Every error names the path of the key, what is wrong, and what is allowed there.
"""

from lrf.config.choices import AUTO, MIXED, Choice, choose, component_of, to_plain
from lrf.config.files import (
    config_from_toml,
    preset_settings,
    read_assignment,
    read_settings,
    with_setting,
    with_settings,
)
from lrf.config.keys import (
    COMPONENT_KINDS,
    KEYS,
    EstimatorKind,
    Key,
    check_settings,
    estimator_of,
    leaves_rows_out,
    refuse_without_draws,
)
from lrf.config.model import Bootstrap, ModelConfig, config_from_dict, config_to_dict, run_settings
from lrf.config.nested import nested_parameters, with_parameter
from lrf.config.refusals import unknown_key

__all__ = [
    "AUTO",
    "COMPONENT_KINDS",
    "KEYS",
    "MIXED",
    "Bootstrap",
    "Choice",
    "EstimatorKind",
    "Key",
    "ModelConfig",
    "check_settings",
    "choose",
    "component_of",
    "config_from_dict",
    "config_from_toml",
    "config_to_dict",
    "estimator_of",
    "leaves_rows_out",
    "nested_parameters",
    "preset_settings",
    "read_assignment",
    "read_settings",
    "refuse_without_draws",
    "run_settings",
    "to_plain",
    "unknown_key",
    "with_parameter",
    "with_setting",
    "with_settings",
]
