import type { ActionStep, Proof, RankedElement } from '../../core/formats/page/page-model.ts';
import { create } from './elements.ts';

/** What is known about an action, beside its pictures. */
export function showDetails(step: ActionStep): HTMLElement {
  const { element, url, call, causedBy, refused, receipt, ranking } = step;
  const parts = [
    receipt && createPart('What it changed', showReceipt(receipt)),
    createPart('Before', showProof(step.before)),
    step.after.content === null ? null : createPart('After', showProof(step.after)),
    ranking && createPart(`Ranked by words, of ${ranking.total}`, showRanking(ranking.best)),
    element && createPart('Element', showElement(element)),
    createPart('Call', create('code', {}, call)),
    refused.length === 0 ? null : createPart('Refused before', showLines(refused)),
    causedBy === null
      ? null
      : createPart('Caused by', create('a', { href: `#turn-${causedBy}` }, `turn ${causedBy}`)),
    url === '' ? null : createPart('Address', create('span', { class: 'long' }, url)),
  ];
  return create('dl', { class: 'details' }, ...parts.filter((part) => part !== null));
}

function createPart(label: string, value: Node): HTMLElement {
  return create('div', {}, create('dt', {}, label), create('dd', {}, value));
}

function showReceipt({ verdict, lines }: NonNullable<ActionStep['receipt']>): HTMLElement {
  const list = showLines(lines);
  list.dataset['verdict'] = verdict;
  return list;
}

function showLines(lines: readonly string[]): HTMLElement {
  return create('ul', {}, ...lines.map((line) => create('li', {}, line)));
}

const LEVELS: Record<Proof['level'], string> = {
  verified: 'Verified',
  claimed: 'Not verified',
  late: 'May be late',
};

function showProof(picture: ActionStep['before']): HTMLElement {
  if (picture.content === null) return create('span', {}, `No picture: ${picture.reason}.`);
  const { level, sentence } = picture.proof;
  return create(
    'span',
    {},
    create('b', { class: 'level', 'data-level': level }, LEVELS[level]),
    ` ${sentence}`,
  );
}

function showElement({ name, role, tag, xpath }: NonNullable<ActionStep['element']>): HTMLElement {
  const named = name === '' ? 'No name' : `“${name}”`;
  return create(
    'span',
    {},
    `${named}, ${role === '' ? tag : `${role} (${tag})`}`,
    create('br'),
    create('code', { class: 'long' }, xpath),
  );
}

/** An item is outlined in the picture while it is pointed at or has the focus. */
function showRanking(best: readonly RankedElement[]): HTMLElement {
  const items = best.map(({ rank, uid, text, isTarget, box }) => {
    const item = create(
      'li',
      { value: rank, 'data-uid': uid, tabindex: box ? 0 : null },
      text,
      isTarget ? create('b', {}, ' target') : null,
    );
    for (const [event, isLit] of [
      ['pointerenter', true],
      ['focus', true],
      ['pointerleave', false],
      ['blur', false],
    ] as const) {
      item.addEventListener(event, () => light(uid, isLit));
    }
    return item;
  });
  return create('ol', { class: 'ranking' }, ...items);
}

function light(uid: string, isLit: boolean): void {
  for (const mark of document.querySelectorAll<HTMLElement>('.mark.ranked')) {
    if (mark.dataset['uid'] === uid) mark.toggleAttribute('data-lit', isLit);
  }
}
