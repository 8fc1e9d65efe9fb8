import type { Absent, ActionStep, Picture } from '../../core/formats/page/page-model.ts';
import type { Box } from '../../core/snapshot/snapshot.ts';
import { getPictureUrl } from './contents.ts';
import { create } from './elements.ts';

/** Shows a screenshot, or why there is none. */
export function showPicture(picture: Picture | Absent, alt: string, marks: readonly Node[] = []) {
  if (picture.content === null) {
    return create('p', { class: 'nothing' }, `No picture: ${picture.reason}.`);
  }
  const src = getPictureUrl(picture.content);
  if (src === null)
    return create('p', { class: 'nothing' }, 'The recording has lost this picture.');
  const { width, height } = picture;
  return create('div', { class: 'picture' }, create('img', { src, alt, width, height }), ...marks);
}

/**
 * Marks of the picture before the action: regions that may differ, ranked elements (seen when they are switched on or
 * pointed at in the list), the target and the pointer.
 */
export function listMarks(step: ActionStep): HTMLElement[] {
  const { before, element, pointer, ranking } = step;
  const regions = before.content === null ? [] : before.proof.regions;
  return [
    ...regions.map((box) => placeMark('region', box)),
    ...(ranking?.best ?? []).flatMap(({ box, rank, uid }) =>
      box ? [placeMark('ranked', box, String(rank), uid)] : [],
    ),
    ...(element?.box ? [placeMark('target', element.box)] : []),
    ...(pointer ? [placeMark('pointer', { ...pointer, width: 0, height: 0 })] : []),
  ];
}

function placeMark(kind: string, box: Box, text = '', uid: string | null = null): HTMLElement {
  const mark = create('span', { class: `mark ${kind}`, 'data-uid': uid });
  mark.append(...(text === '' ? [] : [create('b', {}, text)]));
  mark.style.left = `${box.x * 100}%`;
  mark.style.top = `${box.y * 100}%`;
  mark.style.width = `${box.width * 100}%`;
  mark.style.height = `${box.height * 100}%`;
  return mark;
}

/** Both pictures in one place; the slider says how much of the later one is seen. */
export function showComparison({ before, after }: ActionStep): HTMLElement {
  if (before.content === null || after.content === null) {
    return create('p', { class: 'nothing' }, 'There are no two pictures of this step to compare.');
  }
  const share = create('input', {
    ...{ type: 'range', min: 0, max: 100, value: 50 },
    'aria-label': 'How much of the picture after the action is shown',
  });
  const later = create('div', { class: 'later' }, showPicture(after, 'After the action'));
  const reveal = (): void => {
    later.style.clipPath = `inset(0 0 0 ${100 - Number(share.value)}%)`;
  };
  share.addEventListener('input', reveal);
  reveal();
  const pair = create('div', { class: 'pair' }, showPicture(before, 'Before the action'), later);
  return create('div', {}, share, pair);
}
