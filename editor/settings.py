"""What the editor remembers from one day to the next: recent files, theme, where panels stand."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSettings, QStandardPaths

RECENT = 12  # files remembered
NAME = "Junctura"


def name_application() -> None:
    """Give the application the name under which Qt keeps its settings; every other QSettings() follows."""
    QCoreApplication.setOrganizationName(NAME)
    QCoreApplication.setApplicationName(NAME)
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)


def settings() -> QSettings:
    """Return the settings of the editor."""
    return QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, NAME, NAME)


def recent_files() -> list[Path]:
    """Return the files opened last that still exist, the newest first."""
    found = settings().value("recent", [])
    names = found if isinstance(found, list) else [found]  # a list of one comes back as a text
    return [path for path in map(Path, map(str, names)) if path.is_file()]


def add_recent(path: Path) -> None:
    """Put a file first among the recent ones."""
    full = path.absolute()
    names = [str(full), *(str(other) for other in recent_files() if other != full)]
    settings().setValue("recent", names[:RECENT])


def theme_name() -> str:
    """Return the theme a person has chosen: light, if none."""
    name = str(settings().value("theme", "light"))
    return name if name in ("light", "dark") else "light"


def cache_folder() -> Path:
    """Return where pictures and unsaved diagrams are kept; JUNCTURA_CACHE names another place."""
    place = os.environ.get("JUNCTURA_CACHE") or QStandardPaths.writableLocation(
        QStandardPaths.StandardLocation.GenericCacheLocation
    )
    folder = Path(place) / ("editor" if os.environ.get("JUNCTURA_CACHE") else "junctura/editor")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
