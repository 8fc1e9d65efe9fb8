/** Reads the names in a tar archive by the ustar format, and checks each header's checksum; fails where it is damaged. */
function readTarNames(tar: Uint8Array): string[] {
  const names: string[] = [];
  const field = (at: number, length: number): string =>
    new TextDecoder().decode(tar.subarray(at, at + length)).replace(/\0.*$/s, '');
  let at = 0;
  for (; tar[at] !== 0;) {
    const header = tar.slice(at, at + 512);
    header.fill(0x20, 148, 156);
    const sum = header.reduce((total, byte) => total + byte, 0);
    if (field(at + 257, 6) !== 'ustar') throw new Error('it has no magic number');
    if (sum !== Number.parseInt(field(at + 148, 8), 8)) throw new Error('its checksum is wrong');
    names.push(field(at, 100));
    const size = Number.parseInt(field(at + 124, 12), 8);
    at += 512 + 512 * Math.ceil(size / 512);
  }
  if (tar.length - at !== 1024) throw new Error('it does not end with two empty blocks');
  return names;
}

/** Returns what readers of WebDataset would refuse, a line each. */
export function checkShard(tar: Uint8Array): string[] {
  const names = readTarNames(tar);
  const keys = names.map((name) => name.replace(/\..*$/, ''));
  const runs = keys.filter((key, at) => key !== keys[at - 1]);
  return [
    ...(new Set(names).size === names.length ? [] : ['a name is repeated']),
    ...(new Set(runs).size === runs.length ? [] : ['the files of a sample are apart']),
    ...names.filter((name) => !/^[\w-]+\.(?:json|html|(?:after\.)?(?:png|jpg))$/.test(name)),
  ];
}
