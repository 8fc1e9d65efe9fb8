"""Converts a folder of recordings to Parquet with Ray, one zip per task.

    python examples/ray_convert.py /data/recordings /data/table

Run `npm run build:cli` first; `dist-cli` and Node 20 must be on every machine. A zip whose output exists is skipped, so a
job that was killed can be started again. One unreadable zip costs only itself. Outputs are in the same subfolders as their
zips, because zips in different folders may have the same name.
"""

import pathlib
import subprocess
import sys

CLI = "dist-cli/wayscribe.mjs"


def make_command(zip_path, recordings, out):
    """The command that converts one zip. Its output is named after the zip."""
    folder = pathlib.Path(out) / pathlib.Path(zip_path).parent.relative_to(recordings)
    return ["node", CLI, "convert", "--to", "parquet", "--out", str(folder), "--jobs", "1", str(zip_path)]


def convert(zip_path, recordings, out):
    """Returns the zip, the exit code, and what was reported."""
    ran = subprocess.run(make_command(zip_path, recordings, out), capture_output=True, text=True)
    return str(zip_path), ran.returncode, ran.stderr.strip()


def main(recordings, out):
    import ray

    ray.init()
    task = ray.remote(num_cpus=1)(convert)
    zips = sorted(pathlib.Path(recordings).rglob("*.zip"))
    waiting = [task.remote(path, recordings, out) for path in zips]
    while waiting:
        done, waiting = ray.wait(waiting)
        for zip_path, code, reported in ray.get(done):
            if code != 0:
                print(f"{zip_path}: {reported}", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:3])
