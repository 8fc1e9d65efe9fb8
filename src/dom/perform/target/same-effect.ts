import type { PageAction } from '../../../core/action/action.ts';
import { targetOf } from '../../../core/action/action.ts';
import { readConsequenceWords } from '../../../core/navigator/rules/consequences.ts';
import type { PerformContext, Refused } from '../context.ts';
import { refuse } from '../context.ts';
import { cutText } from '../effects/text.ts';
import { closestComposed } from '../../composed-tree.ts';
import { readAnnouncedEffect } from './fingerprint.ts';
import type { AnnouncedEffect } from './fingerprint.ts';

const SUBMITTERS =
  'button:not([type="button"],[type="reset"]),input[type="submit"],input[type="image"]';

/**
 * Whether acting on the target still does what it said when the page was read. What may be done was judged,
 * and perhaps allowed by the user, by that; a button that was “Save” and is “Delete account” by now is another.
 * Asked right before the first event. Null when it is the same, or says nothing more than it did.
 */
export function checkAnnouncedEffect(
  action: PageAction,
  target: Element | null,
  ctx: PerformContext,
): Refused | null {
  if (!target || !ctx.sightings) return null;
  for (const pressed of listPressed(action, target)) {
    const uid = (pressed === target ? targetOf(action) : null) ?? ctx.uidOf(pressed);
    const now = readAnnouncedEffect(pressed);
    const seen = ctx.sightings.find(uid)?.announced ?? findLike(now, ctx);
    const then = seen ?? (pressed === target ? recall(now, ctx) : null);
    // Not all that can be pressed is a control that was taken down; a form's button would have been.
    const isUnseen = then === null && pressed !== target && isConsequence(now);
    if (then ? isOther(now, then, seen !== null, action, ctx) : isUnseen)
      return refuseOther(now, then, ctx);
  }
  return null;
}

function listPressed({ intent }: PageAction, target: Element): Element[] {
  if (intent === 'hover' || intent === 'scroll') return [];
  if (intent === 'textInput' || intent === 'change') return [target];
  const around = closestComposed(target, 'a,button');
  const sends = intent === 'submit' || intent === 'press';
  const button = sends ? (target.closest('form')?.querySelector(SUBMITTERS) ?? null) : null;
  return [...new Set([target, around, button])].filter((each) => each !== null);
}

/** One that was not there then, but another that said the same. */
function findLike(now: AnnouncedEffect, ctx: PerformContext): AnnouncedEffect | null {
  for (const { announced } of ctx.sightings?.list() ?? []) {
    if (announced.words === now.words && announced.leadsTo === now.leadsTo) return announced;
  }
  return null;
}

/** Elements that only a script's own listener makes something to press: the reader of the page knew their words. */
function recall(now: AnnouncedEffect, { seenWords }: PerformContext): AnnouncedEffect | null {
  if (seenWords === undefined) return null;
  return { ...now, name: seenWords.split('\n', 1)[0] ?? '', words: seenWords };
}

/**
 * Whether the target's effect is another one now. What the user approved has to be exactly what they saw. Otherwise it must
 * not have got more consequences. `isSeen`: its words were read in the same way then, so that they can be compared.
 */
function isOther(
  now: AnnouncedEffect,
  then: AnnouncedEffect,
  isSeen: boolean,
  { intent }: PageAction,
  ctx: PerformContext,
): boolean {
  if (isMore(now, then, intent, ctx)) return true;
  if (!ctx.wasAsked || !isSeen) return false;
  if (stillClocks(now.words) !== stillClocks(then.words)) return true;
  return isSending(intent) && now.leadsTo !== then.leadsTo;
}

/** A time that runs down beside a name is no other name: `Pay now (0:59)`, `Resend (30 s)`. */
function stillClocks(words: string): string {
  return words.replace(/\b\d{1,2}(?::\d{2}){1,2}\b|\(\d+ ?s(?:ec\w*)?\)/gu, '…');
}

/** Typing leads nowhere by itself. */
function isSending(intent: PageAction['intent']): boolean {
  return intent !== 'textInput' && intent !== 'change';
}

function isMore(
  now: AnnouncedEffect,
  then: AnnouncedEffect,
  intent: PageAction['intent'],
  { document }: PerformContext,
): boolean {
  if (now.isPassword && !then.isPassword) return true;
  if (isSending(intent) && now.leadsTo !== then.leadsTo) {
    const [to, from] = [now, then].map(({ leadsTo }) => readPlace(leadsTo, document));
    if (to !== from && now.leadsTo !== '') return true;
  }
  if (now.words === then.words) return false;
  const known = listConsequences(then);
  return [...listConsequences(now)].some((each) => !known.has(each));
}

function isConsequence(announced: AnnouncedEffect): boolean {
  return listConsequences(announced).size > 0;
}

function listConsequences({ words }: AnnouncedEffect): Set<string> {
  return new Set(words.split('\n').flatMap((line) => [...readConsequenceWords(line)]));
}

/** The host; of where a form is sent, the path too. */
function readPlace(leadsTo: string, document: Document): string {
  const [kind = '', address = ''] = leadsTo.split('\n');
  if (!URL.canParse(address, document.baseURI)) return '';
  const { host, pathname } = new URL(address, document.baseURI);
  return kind === 'form' ? `${host}${pathname}` : host;
}

function refuseOther(
  now: AnnouncedEffect,
  then: AnnouncedEffect | null,
  { wasAsked }: PerformContext,
): Refused {
  const was = then && then.name !== now.name ? `, where it was “${cutText(then.name, 60)}”` : '';
  const [since, other] = wasAsked
    ? ['you were asked', 'it is not what you allowed']
    : ['I looked', 'does something else'];
  const message = `What is there has changed since ${since}: it is now “${cutText(now.name, 60)}”${was}, and ${other}. I left it alone; say it again if that is what you mean.`;
  return refuse('gone', message);
}
