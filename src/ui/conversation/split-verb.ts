/** Parts a description of an action so that its verb can be set in bold; the rest keeps its space. */
export function splitVerb(description: string): { verb: string; rest: string } {
  const space = description.indexOf(' ');
  if (space === -1) return { verb: description, rest: '' };
  return { verb: description.slice(0, space), rest: description.slice(space) };
}
