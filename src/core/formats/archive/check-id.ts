import { ImportFault } from '../import-source.ts';

/** Ids become keys of the store, where other characters part one kind of key from another. */
export function checkId(id: string, place: string): void {
  if (!/^[\w.-]{1,200}$/.test(id)) throw new ImportFault(`${place} has an id that cannot be one`);
}
