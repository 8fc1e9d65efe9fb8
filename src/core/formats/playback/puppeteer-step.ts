import type { PlaybackStep } from './steps.ts';
import type { Target, Way } from './target.ts';

type Written = Record<string, unknown>;

/** The Recorder's steps that repeat a step. Tabs but the first are named by their address. */
export function writeRecorderSteps(step: PlaybackStep): Written[] {
  const target = step.tab > 0 && 'url' in step ? step.url : 'main';
  switch (step.kind) {
    case 'goto':
      return step.tab === 0
        ? [{ type: 'navigate', url: step.url }]
        : [custom('open', { url: step.url })];
    case 'arrive': {
      const expression = `location.pathname === ${JSON.stringify(readPath(step.url))} && document.readyState === 'complete'`;
      return [{ type: 'waitForExpression', target, expression }];
    }
    case 'back':
      return [custom('travel', { by: -1 })];
    case 'forward':
      return [custom('travel', { by: 1 })];
    case 'reload':
      return [custom('reload', {})];
    // The next step names its tab.
    case 'front':
    case 'open':
    case 'note':
      return [];
    case 'close':
      return step.tab === 0 ? [{ type: 'close', target }] : [];
    case 'press': {
      const keys = step.key === '+' ? ['+'] : step.key.split(/\+(?=.)/);
      return [
        ...keys.map((key) => ({ type: 'keyDown', target, key })),
        ...keys.toReversed().map((key) => ({ type: 'keyUp', target, key })),
      ];
    }
    case 'insert':
      return [custom('insert', { text: step.text })];
    case 'scroll': {
      if (step.target)
        return [{ ...on(step.target, target), type: 'scroll', x: step.x, y: step.y }];
      const { x, y } = step.to ?? { x: step.x, y: step.y };
      return [{ type: 'scroll', target, x: Math.max(0, x), y: Math.max(0, y) }];
    }
    case 'drag': {
      const from = step.target.point ?? { x: 0, y: 0 };
      const to = step.to?.point ?? { x: from.x + step.x, y: from.y + step.y };
      return [custom('drag', { from, to })];
    }
    default:
      return writeOnTarget(step, target);
  }
}

type OnTarget = Extract<
  PlaybackStep,
  {
    kind:
      | 'click'
      | 'doubleClick'
      | 'rightClick'
      | 'hover'
      | 'submit'
      | 'type'
      | 'choose'
      | 'check'
      | 'upload';
  }
>;

function writeOnTarget(step: OnTarget, target: string): Written[] {
  const { point, isClosed, options } = step.target;
  if (isClosed && point && step.kind === 'click') return [custom('point', point)];
  const place = on(step.target, target);
  // In the middle: recorded corners may not be the control's after another layout.
  const press = { ...place, offsetX: 3, offsetY: 3 };
  switch (step.kind) {
    case 'click':
    case 'check':
      return [{ ...press, type: 'click' }];
    case 'rightClick':
      return [{ ...press, type: 'click', button: 'secondary' }];
    case 'doubleClick':
      return [{ ...press, type: 'doubleClick' }];
    case 'hover':
      return [{ ...place, type: 'hover' }];
    case 'submit':
      return [custom('submit', { selector: firstCss(step.target) })];
    case 'type': {
      const value = 'secret' in step.typed ? `\${${step.typed.secret}}` : step.typed.text;
      return [{ ...place, type: 'change', value }];
    }
    case 'choose': {
      const [label = ''] = step.labels;
      const value = options.find((option) => option.label === label)?.value ?? label;
      return [{ ...place, type: 'change', value }];
    }
    case 'upload':
      return [custom('upload', { selector: firstCss(step.target), names: step.names })];
  }
}

function custom(name: string, parameters: Written): Written {
  return { type: 'customStep', name, parameters };
}

function on({ frames, ways }: Target, target: string): Written {
  const frame = frames.map(({ index }) => index);
  return { target, selectors: ways.map(writeSelector), ...(frame.length > 0 && { frame }) };
}

function writeSelector({ kind, role, name, path }: Way): string[] {
  if (kind === 'role') return [`aria/${name}[role="${role}"]`];
  return kind === 'xpath' ? [`xpath/${path.join('')}`] : [...path];
}

function firstCss({ ways }: Target): string {
  const way = ways.find(({ kind }) => kind === 'css') ?? ways.at(-1);
  return way?.kind === 'xpath'
    ? `::-p-xpath(${way.path.join('')})`
    : (way?.path.join(' >>> ') ?? '');
}

function readPath(url: string): string {
  try {
    return new URL(url).pathname;
  } catch {
    return url;
  }
}
