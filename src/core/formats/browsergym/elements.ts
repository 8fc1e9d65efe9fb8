import type { Candidate } from '../../ranking/candidate.ts';
import { listCandidates } from '../../ranking/page/list-candidates.ts';
import { parsePage } from '../../snapshot/parse.ts';
import type { Box, PageSnapshot } from '../../snapshot/snapshot.ts';
import { writeRepr } from '../python/python.ts';
import type { ElementProperties, StepInfo } from './step-info.ts';

/**
 * Describes the elements that can be acted on. The tree is flat: it has roles, names and states, but no texts and none of
 * the browser's further nodes, since recordings hold the document and not the browser's accessibility tree.
 */
export function describeElements(
  page: PageSnapshot | null,
): Pick<StepInfo['obs'], 'axtree_txt' | 'extra_element_properties'> {
  const top = page?.frames[0];
  if (!page || !top) return { axtree_txt: '', extra_element_properties: {} };
  const candidates = listCandidates([parsePage(page)], top.viewport);
  const lines = candidates.map(describeNode);
  return {
    axtree_txt: [`RootWebArea ${writeRepr(top.title)}`, ...lines].join('\n'),
    extra_element_properties: Object.fromEntries(
      candidates.map(({ uid, box }) => [uid, describeProperties(box, top.viewport)]),
    ),
  };
}

function describeNode({ uid, role, fields, disabled, checked }: Candidate): string {
  const states = [
    ...(fields.value === '' ? [] : [`value=${writeRepr(fields.value)}`]),
    ...(checked === null ? [] : [`checked='${String(checked)}'`]),
    ...(disabled ? ['disabled=True'] : []),
  ];
  return [`\t[${uid}] ${role} ${writeRepr(fields.name)}`, ...states].join(', ');
}

function describeProperties(
  box: Box | null,
  { width, height }: { width: number; height: number },
): ElementProperties {
  const isKnown = box && [box.x, box.y, box.width, box.height].every(Number.isFinite);
  if (!isKnown) return { visibility: 0, bbox: null, clickable: true, set_of_marks: false };
  const across = measureOverlap(box.x, box.width, width);
  const down = measureOverlap(box.y, box.height, height);
  const visibility = across * down;
  return {
    visibility,
    bbox: [box.x, box.y, box.width, box.height],
    ...{ clickable: true, set_of_marks: visibility > 0.5 },
  };
}

/** The share of a stretch that lies between 0 and `most`. */
function measureOverlap(from: number, length: number, most: number): number {
  if (length <= 0) return 0;
  return Math.max(0, Math.min(from + length, most) - Math.max(from, 0)) / length;
}
