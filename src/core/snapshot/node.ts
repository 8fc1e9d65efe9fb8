import type { Uid } from '../action/action.ts';
import type { Box } from './snapshot.ts';

/** An element of a parsed snapshot. Text nodes are strings; comments are dropped. */
export interface ElementNode {
  /** Lower case. */
  tag: string;
  /** Without the one that carries the uid. */
  attributes: Record<string, string>;
  uid: Uid | null;
  frameId: number;
  /** The element a person would call its parent: for the top of a shadow root its host, for a frame's html element the frame element. */
  parent: ElementNode | null;
  children: (ElementNode | string)[];
  /** Content of a shadow root, and whether it is closed. */
  shadow: { closed: boolean; children: (ElementNode | string)[] } | null;
  /** Of a frame element: the html element of its document, when it was kept. */
  content: ElementNode | null;
  /** In the top viewport's coordinates; null when nothing is rendered or no box was taken. */
  box: Box | null;
}
