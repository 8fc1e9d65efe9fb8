import type { Uid } from '../../action/action.ts';
import { RAW_TAGS, findNameEnd, readFoldedAttributes } from '../../snapshot/markup.ts';
import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import { isMasked, isSecretField } from '../secrets/secret-fields.ts';

interface PageFacts {
  /** Tags in lower case by uid; for a repeated uid the first element's. */
  tags: ReadonlyMap<Uid, string>;
  /** Uids that more than one element has. */
  repeated: ReadonlySet<Uid>;
  /** How many secret fields show their value. Those of imported pages may have no uid. */
  exposed: number;
}

/**
 * An attribute as a browser writes it; the first character of a name may be `=`. Each text matches in one way only, so
 * that damaged html is read in linear time.
 */
const ATTRIBUTE = ' [^ >][^ >=]*(?:=(?!")[^ >=]*)*="[^"]*"';
/** A comment, or a start tag as a browser writes it, with its name and first uid. */
const MARKUP = new RegExp(
  `<(?:!--[^]*?(?:-->|$)|([A-Za-z][^ >]*)(?:(?! ${UID_ATTRIBUTE}=")${ATTRIBUTE})*(?: ${UID_ATTRIBUTE}="([^"]*)"(?:${ATTRIBUTE})*)?>)`,
  'g',
);

/** Reads all start tags of saved html in one pass, without building a tree. Reads what it can of damaged html. */
export function collectPageFacts(html: string): PageFacts {
  const tags = new Map<Uid, string>();
  const repeated = new Set<Uid>();
  let exposed = 0;
  /** Raw-text tags without a further end tag: their content is markup. */
  const endless = new Set<string>();
  MARKUP.lastIndex = 0;
  for (let found = MARKUP.exec(html); found; found = MARKUP.exec(html)) {
    const [whole, written, uid] = found;
    if (written === undefined) continue;
    const tag = written.toLowerCase();
    if (RAW_TAGS.has(tag) && !endless.has(tag)) {
      const end = html.indexOf(`</${tag}>`, MARKUP.lastIndex);
      if (end === -1) endless.add(tag);
      else MARKUP.lastIndex = end;
    }
    if (tag === 'input' && showsSecret(whole)) exposed += 1;
    if (uid === undefined) continue;
    if (tags.has(uid)) repeated.add(uid);
    else tags.set(uid, tag);
  }
  return { tags, repeated, exposed };
}

function showsSecret(startTag: string): boolean {
  // Most fields are empty.
  if (!/ value="[^"]/i.test(startTag)) return false;
  const attributes = readFoldedAttributes(startTag, findNameEnd(startTag, 0));
  return isSecretField('input', attributes) && !isMasked(attributes['value'] ?? '');
}
