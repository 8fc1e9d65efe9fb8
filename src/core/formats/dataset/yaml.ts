type YamlValue =
  string | number | boolean | readonly YamlValue[] | { readonly [name: string]: YamlValue };

/** Writes a value as block YAML 1.2; texts are quoted as in JSON where a reader could take them for something else. */
export function writeYaml(value: object): string {
  return `${writeBlock(value as YamlValue, '').join('\n')}\n`;
}

function writeBlock(value: YamlValue, indent: string): string[] {
  if (Array.isArray(value)) {
    return (value as readonly YamlValue[]).flatMap((item) => {
      if (isScalar(item)) return [`${indent}- ${writeScalar(item)}`];
      const [first = '', ...rest] = writeBlock(item, `${indent}  `);
      return [`${indent}- ${first.slice(indent.length + 2)}`, ...rest];
    });
  }
  return Object.entries(value as Readonly<Record<string, YamlValue>>).flatMap(([name, member]) => {
    const key = `${indent}${writeScalar(name)}:`;
    if (isScalar(member)) return [`${key} ${writeScalar(member)}`];
    const isEmpty = Object.keys(member).length === 0;
    if (isEmpty) return [`${key} ${Array.isArray(member) ? '[]' : '{}'}`];
    return [key, ...writeBlock(member, `${indent}  `)];
  });
}

function isScalar(value: YamlValue): value is string | number | boolean {
  return typeof value !== 'object';
}

/** Words that YAML 1.1 readers take for something else, and what looks like a number. */
const SPECIAL = /^(?:y|n|yes|no|true|false|on|off|null)$|^[\d.+-]/i;

function writeScalar(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  return /^[A-Za-z][\w./*-]*$/.test(value) && !SPECIAL.test(value) ? value : JSON.stringify(value);
}
