import { createRoot } from 'react-dom/client';
import type { ReactNode } from 'react';
import type { Catalogue } from './widget.ts';

declare global {
  /** The last value that the widget reported. */
  var widgetState: unknown;
  /** What was used on the page besides the widget. */
  var touchedNeighbours: string[];
}

const LIBRARIES: Record<
  string,
  () => Promise<{ catalogue: Catalogue; frame: (children: ReactNode) => ReactNode }>
> = {
  antd: () => import('./antd.tsx'),
  mui: () => import('./mui.tsx'),
  mantine: () => import('./mantine.tsx'),
  aria: () => import('./aria.tsx'),
};

function touch(name: string): void {
  globalThis.touchedNeighbours.push(name);
}

/** What stands around a widget on an ordinary page, so that there is something wrong to press. */
function Page({ heading, children }: { heading: string; children: ReactNode }): ReactNode {
  return (
    <>
      <h1>{heading}</h1>
      <form onSubmit={(event) => event.preventDefault()}>
        <label>
          Newsletter e-mail <input type="email" onInput={() => touch('newsletter')} />
        </label>{' '}
        <button onClick={() => touch('subscribe')}>Subscribe</button>
      </form>
      <section style={{ margin: '2em 0', maxWidth: 720, minHeight: 120 }}>{children}</section>
      <label>
        Feedback
        <br />
        <textarea onInput={() => touch('feedback')} />
      </label>
      <br />
      <button onClick={() => touch('send feedback')}>Send feedback</button>
      <p>
        Questions? Write to us, or read the <a href="#terms">terms of use</a> and the{' '}
        <a href="#privacy">privacy notice</a>.
      </p>
    </>
  );
}

/** Lists the widgets of a library, or shows one: `?library=antd&widget=Slider`. */
async function show(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const root = document.querySelector('#root');
  if (!root) return;
  globalThis.touchedNeighbours = [];
  const library = query.get('library') ?? '';
  const load = LIBRARIES[library];
  if (!load) {
    createRoot(root).render(
      <LinkList links={Object.keys(LIBRARIES).map((name) => ['library', name])} />,
    );
    return;
  }
  const { catalogue, frame } = await load();
  const name = query.get('widget') ?? '';
  const Widget = catalogue[name];
  createRoot(root).render(
    Widget ? (
      <Page heading="Account and orders">
        {frame(<Widget report={(value) => (globalThis.widgetState = value)} />)}
      </Page>
    ) : (
      <LinkList
        links={Object.keys(catalogue).map((widget) => [`library=${library}&widget`, widget])}
      />
    ),
  );
}

function LinkList({ links }: { links: string[][] }): ReactNode {
  return (
    <ul>
      {links.map(([key, name]) => (
        <li key={name}>
          <a href={`?${key ?? ''}=${encodeURIComponent(name ?? '')}`}>{name}</a>
        </li>
      ))}
    </ul>
  );
}

await show();
