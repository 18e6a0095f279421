# What is installed on a measured machine: metainfo and manifests as real ones are, the same at every run.

import json
import random
from pathlib import Path

_WORDS = (
    "window file edit image search folder network colour faster now can open the a with new and of support fixed"
    " crash when improved dialog translation keyboard shortcut performance settings tab preview export import layer"
).split()
_LANGUAGES = (
    "de fr es it pt pt_BR ru uk pl cs sk sl hr hu ro bg el tr sv da nb fi nl ca eu gl ja ko zh_CN zh_TW he ar fa hi id"
).split()


def _sentence(rand, least, most):
    words = rand.choices(_WORDS, k=rand.randint(least, most))
    return " ".join(words).capitalize() + "."


class Samples:
    """A data directory of `metainfo` metainfo files and `manifests` manifests.

    The first `joined` manifests take their version from metainfo of their app. Manifests of even number introduce
    their app with five pages; those of odd number and metainfo have nothing due at the first login.
    """

    def __init__(self, directory, metainfo=0, manifests=0, joined=0):
        self.directory = Path(directory)
        self.manifests = manifests
        self.metainfo = metainfo
        self.joined = joined
        self.apps = metainfo + manifests - joined
        self.directories = [self.directory / name for name in ("metainfo", "appdata", "walkthroughs")]
        for path in self.directories:
            path.mkdir(parents=True)
        for number in range(metainfo):
            self._write_metainfo(number)
        for number in range(manifests):
            self.write_manifest(number)

    def manifest_id(self, number):
        return f"org.example.Manifest{number:05}"

    def metainfo_id(self, number):
        return self.manifest_id(number) if number < self.joined else f"org.example.Metainfo{number:05}"

    def expectations(self):
        """Apps from all over the directory, each with whether it is due at the first login."""
        last = self.manifests - 1
        numbers = sorted({0, 1, last // 3, last // 2, last // 2 + 1, last - 1, last})
        yield from ((self.manifest_id(number), number % 2 == 0) for number in numbers)
        if self.metainfo > self.joined:
            yield self.metainfo_id(self.metainfo - 1), False

    def write_manifest(self, number, version="2.4.0"):
        """Writes a manifest as package managers do: beside, then renamed. Its last page is of that version."""
        rand = random.Random(number)
        app = self.manifest_id(number)
        introduces = number % 2 == 0
        manifest = {"format": 1, "id": app, "name": f"Manifest {number}", "version": version, "pages": []}
        if number < self.joined:
            del manifest["version"]
        for page in range(1, 6):
            body = "\n\n".join([_sentence(rand, 8, 16), "- " + _sentence(rand, 3, 8) + "\n- **Try** `it`"])
            entry = {"id": f"page{page}"}
            if not introduces:
                entry["since"] = version if page == 5 else f"1.{page}"
            entry["title"] = {"en": _sentence(rand, 1, 3), "de": _sentence(rand, 1, 3), "zh_CN": "欢迎使用"}
            entry["body"] = {"en": body, "de": body, "zh_CN": "选择 **文件**，然后点击 *打开*。"}
            if page == 5:
                entry["link"] = {"label": "More", "url": f"https://example.org/{number}"}
            manifest["pages"].append(entry)
        path = self.directory / "walkthroughs" / f"{app}.json"
        beside = path.with_suffix(".new")
        beside.write_text(json.dumps(manifest, ensure_ascii=False, indent=2))
        beside.rename(path)

    def _write_metainfo(self, number):
        """A file of 3 to 60 KB. Every tenth has an id that ends in `.desktop`, every twelfth is an old appdata file."""
        rand = random.Random(-1 - number)
        app = self.metainfo_id(number)
        suffix = ".desktop" if number >= self.joined and number % 10 == 9 else ""
        languages = _LANGUAGES[: rand.randint(0, len(_LANGUAGES))]
        releases = 90 if number % 25 == 24 else rand.randint(4, 30)
        lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<component type="desktop-application">']
        lines += [f"  <id>{app}{suffix}</id>", "  <metadata_license>CC0-1.0</metadata_license>"]
        lines += self._translated(rand, "name", languages, 1, 2, "  ")
        lines += self._translated(rand, "summary", languages, 4, 8, "  ")
        lines += ["  <description>", *self._translated(rand, "p", languages, 15, 40, "    "), "  </description>"]
        lines += [f'  <launchable type="desktop-id">{app}.desktop</launchable>', "  <releases>"]
        for release in range(releases, 0, -1):
            date = f"20{10 + release // 9:02}-{release % 9 + 1:02}-14"
            lines += [f'    <release version="{release // 10}.{release % 10}" date="{date}">', "      <description>"]
            spoken = languages[:8] if release > releases - releases // 6 else []
            lines += self._translated(rand, "p", spoken, 8, 20, "        ")
            lines += ["        <ul>", *self._translated(rand, "li", spoken, 4, 10, "          "), "        </ul>"]
            lines += ["      </description>", "    </release>"]
        lines += ["  </releases>", '  <content_rating type="oars-1.1"/>', "</component>", ""]
        is_old = number % 12 == 11
        directory, kind = ("appdata", "appdata") if is_old else ("metainfo", "metainfo")
        (self.directory / directory / f"{app}.{kind}.xml").write_text("\n".join(lines))

    @staticmethod
    def _translated(rand, element, languages, least, most, indent):
        yield f"{indent}<{element}>{_sentence(rand, least, most)}</{element}>"
        for language in languages:
            yield f'{indent}<{element} xml:lang="{language}">{_sentence(rand, least, most)}</{element}>'
