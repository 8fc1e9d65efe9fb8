import type { PageAction } from '../../core/action/action.ts';
import { readWords } from '../../core/navigator/rules/read-consequences.ts';
import { closestComposed } from './composed-tree.ts';
import type { PerformContext, Refused } from './context.ts';
import { refuse } from './context.ts';
import type { Deed } from './deed.ts';
import { readDeed } from './deed.ts';
import { cutText } from './text.ts';

const SUBMITTERS =
  'button:not([type="button"],[type="reset"]),input[type="submit"],input[type="image"]';

/**
 * Whether acting on the target still does what it said when the page was read. What may be done was judged,
 * and perhaps allowed by the user, by that; a button that was “Save” and is “Delete account” by now is another.
 * Asked right before the first event. Null when it is the same, or says nothing more than it did.
 */
export function checkDeed(
  action: PageAction,
  target: Element | null,
  ctx: PerformContext,
): Refused | null {
  if (!target || !ctx.sightings) return null;
  for (const pressed of listPressed(action, target)) {
    const uid = pressed === target && action.uid !== null ? action.uid : ctx.uidOf(pressed);
    const now = readDeed(pressed);
    const then = ctx.sightings.find(uid)?.deed ?? findLike(now, ctx);
    // Not all that can be pressed is a control that was taken down; a form's button would have been.
    const isUnseen = then === null && pressed !== target && isConsequence(now);
    if (then ? isMore(now, then, ctx) : isUnseen) return refuseOther(now, then);
  }
  return null;
}

/** What the action presses: the target, what it stands in, and what its form is sent by. */
function listPressed({ intent }: PageAction, target: Element): Element[] {
  if (intent === 'hover' || intent === 'scroll') return [];
  if (intent === 'textInput' || intent === 'change') return [target];
  const around = closestComposed(target, 'a,button');
  const sends = intent === 'submit' || intent === 'press';
  const button = sends ? (target.closest('form')?.querySelector(SUBMITTERS) ?? null) : null;
  return [...new Set([target, around, button])].filter((each) => each !== null);
}

/** One that was not there then, but another that said the same. */
function findLike(now: Deed, ctx: PerformContext): Deed | null {
  for (const { deed } of ctx.sightings?.list() ?? []) {
    if (deed.words === now.words && deed.leadsTo === now.leadsTo) return deed;
  }
  return null;
}

function isMore(now: Deed, then: Deed, { document }: PerformContext): boolean {
  if (now.isPassword && !then.isPassword) return true;
  if (now.leadsTo !== then.leadsTo) {
    const [to, from] = [now, then].map(({ leadsTo }) => readPlace(leadsTo, document));
    if (to !== from && now.leadsTo !== '') return true;
  }
  if (now.words === then.words) return false;
  const known = listConsequences(then);
  return [...listConsequences(now)].some((each) => !known.has(each));
}

function isConsequence(deed: Deed): boolean {
  return listConsequences(deed).size > 0;
}

function listConsequences({ words }: Deed): Set<string> {
  return new Set(words.split('\n').flatMap((line) => [...readWords(line)]));
}

/** The host; of where a form is sent, the path too. */
function readPlace(leadsTo: string, document: Document): string {
  const [kind = '', address = ''] = leadsTo.split('\n');
  if (!URL.canParse(address, document.baseURI)) return '';
  const { host, pathname } = new URL(address, document.baseURI);
  return kind === 'form' ? `${host}${pathname}` : host;
}

function refuseOther(now: Deed, then: Deed | null): Refused {
  const was = then && then.name !== now.name ? `, where it was “${cutText(then.name, 60)}”` : '';
  const message = `What is there has changed since I looked: it is now “${cutText(now.name, 60)}”${was}, and does something else. I left it alone; say it again if that is what you mean.`;
  return refuse('gone', message);
}
