import { useRef, useState } from 'react';
import { message } from '../../../messages/message.ts';
import { Button, Segments } from '../../../ui/components/buttons.tsx';
import { listOptions } from '../../../ui/components/fields.tsx';
import { Skeleton } from '../../../ui/components/progress.tsx';
import { placeRect, scaleRect } from '../../../ui/conversation/crop-screenshot.ts';
import { FullScreenshot } from '../../../ui/conversation/screenshot-view.tsx';
import type { EditMode } from './review-commands.ts';
import { openFilm, openPage, takeFrame } from './review-controller.ts';
import { chooseTarget } from './run-command.ts';
import type { PageModel } from './stage-controller.ts';
import { useFilm, usePage } from './stage-controller.ts';
import styles from './stage.module.css';
import type { Timeline, TimelineItem } from './timeline.ts';

const VIEWS = {
  before: 'studioStageBefore',
  after: 'studioStageAfter',
  both: 'studioStageBoth',
  slider: 'studioStageSlider',
  page: 'studioStagePage',
  film: 'studioStageFilm',
} as const;
type View = keyof typeof VIEWS;

interface StageProps {
  item: TimelineItem;
  timeline: Timeline;
  mode: EditMode | null;
}

/** What the page of the active turn looked like before and after the action, or the saved page itself. */
export function Stage({ item, timeline, mode }: StageProps) {
  const { entry, id } = item;
  const page = usePage((model) => (model?.turnId === id ? model : null));
  // The first page of a demonstration has no page before it.
  const hasBefore = entry.kind === 'action' && entry.details.screenshot?.status === 'kept';
  const [view, setView] = useState<View | null>(null);
  // The elements of the page then have boxes.
  const isChoosing = timeline.isEditable && mode === 'target';
  const shown = isChoosing ? 'before' : (view ?? (hasBefore ? 'before' : 'after'));
  return (
    <section className={styles.stage} aria-label={message('studioStage')}>
      {entry.kind === 'action' && (
        <Segments
          size="small"
          label={message('studioStageView')}
          value={shown}
          options={listOptions(VIEWS).filter(({ value }) => value !== 'film' || timeline.hasFilm)}
          onChange={(next) => {
            setView(next);
            if (next === 'page') void openPage(id);
            if (next === 'film') void openFilm(id);
          }}
        />
      )}
      <div className={styles.view} data-view={shown} tabIndex={0}>
        {shown === 'page' && <SavedPage page={page} />}
        {shown === 'film' && <Film turnId={id} isEditable={timeline.isEditable} />}
        {shown === 'slider' && <Slider item={item} />}
        {(shown === 'before' || shown === 'both') && (
          <Picture item={item} view="before" page={isChoosing ? page : null} />
        )}
        {(shown === 'after' || shown === 'both') && (
          <Picture item={item} view="after" page={null} />
        )}
      </div>
    </section>
  );
}

interface PictureProps {
  item: TimelineItem;
  view: 'before' | 'after';
  /** Its elements have boxes. */
  page: PageModel | null;
}

function Picture({ item, view, page }: PictureProps) {
  const { entry, pointer } = item;
  if (entry.kind === 'utterance') {
    // What was on the screen while it was said.
    const [nearby] = item.pictures;
    return nearby ? (
      <div className={styles.picture}>
        <FullScreenshot shot={nearby} alt={entry.text} />
      </div>
    ) : (
      <p className={styles.nothing}>{message('studioStageNoPicture')}</p>
    );
  }
  const { details, screenshot } = entry;
  const stored = view === 'before' ? details.screenshot : (details.effect?.screenshot ?? null);
  if (stored?.status !== 'kept') {
    return (
      <p className={styles.nothing}>
        {stored?.status === 'missing'
          ? message('commonScreenshotMissing', stored.reason)
          : message('studioStageNoPicture')}
      </p>
    );
  }
  const box = view === 'before' && screenshot.status === 'kept' ? screenshot.box : null;
  return (
    <div className={styles.picture}>
      <FullScreenshot
        shot={stored}
        box={page ? null : box}
        alt={message(view === 'before' ? 'commonDetailsBefore' : 'commonDetailsAfter')}
      />
      {view === 'before' && pointer && !page && (
        <span
          className={styles.pointer}
          style={{ left: `${pointer.x * 100}%`, top: `${pointer.y * 100}%` }}
        />
      )}
      {page?.state === 'ready' && <TargetBoxes page={page} currentUid={item.targetUid} />}
    </div>
  );
}

/** Both pictures in one place; the slider says how much of the later one is seen. */
function Slider({ item }: { item: TimelineItem }) {
  const [share, setShare] = useState(50);
  const { entry } = item;
  const before = entry.kind === 'action' ? entry.details.screenshot : null;
  const after = entry.kind === 'action' ? entry.details.effect?.screenshot : null;
  if (before?.status !== 'kept' || after?.status !== 'kept') {
    return <p className={styles.nothing}>{message('studioStageNoPair')}</p>;
  }
  return (
    <div className={styles.slider}>
      <input
        type="range"
        min={0}
        max={100}
        value={share}
        aria-label={message('studioStageShare')}
        onChange={({ target }) => setShare(Number(target.value))}
      />
      <div className={styles.picture}>
        <FullScreenshot shot={before} alt={message('commonDetailsBefore')} />
        <div className={styles.later} style={{ clipPath: `inset(0 0 0 ${100 - share}%)` }}>
          <FullScreenshot shot={after} alt={message('commonDetailsAfter')} />
        </div>
      </div>
    </div>
  );
}

/** The film at the turn; what it shows can become the screenshot before the action. */
function Film({ turnId, isEditable }: { turnId: string; isEditable: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  const film = useFilm();
  if (film?.turnId !== turnId || film.state === 'loading') {
    return <Skeleton label={message('studioReadingFilm')} rows={4} />;
  }
  if (film.state === 'missing') return <p className={styles.nothing}>{message('studioNoFilm')}</p>;
  const { url, seconds } = film;
  return (
    <div className={styles.film}>
      <video
        ref={video}
        src={url}
        controls
        muted
        aria-label={message('studioStageFilm')}
        onLoadedMetadata={({ currentTarget }) => {
          currentTarget.currentTime = Math.min(seconds, currentTarget.duration);
        }}
      />
      {isEditable && (
        <Button onClick={() => video.current && void takeFrame(turnId, video.current)}>
          {message('studioUseFrame')}
        </Button>
      )}
    </div>
  );
}

type ReadyPage = Extract<PageModel, { state: 'ready' }>;

/** Boxes of the elements in view; the pointer chooses one. Keyboards and screen readers have the inspector's list. */
function TargetBoxes({ page, currentUid }: { page: ReadyPage; currentUid: string | null }) {
  const { turnId, targets, best, viewport } = page;
  const rank = new Map(best?.map(({ uid }, at) => [uid, at + 1]));
  // The smallest last, so that it lies above those that contain it.
  const inView = targets
    .filter(({ inViewport }) => inViewport)
    .toSorted((a, b) => b.box.width * b.box.height - a.box.width * a.box.height);
  return (
    <div className={styles.boxes} aria-hidden="true">
      {inView.map(({ uid, name, role, box }) => (
        <button
          key={uid}
          type="button"
          tabIndex={-1}
          title={[name, role].filter((part) => part !== '').join(' · ')}
          data-rank={rank.get(uid)}
          data-current={uid === currentUid}
          style={placeRect(scaleRect(box, 1 / viewport.width, 1 / viewport.height))}
          onClick={() => chooseTarget(turnId, uid)}
        >
          {rank.has(uid) && <span>{rank.get(uid)}</span>}
        </button>
      ))}
    </div>
  );
}

/** Blocks everything that the page would load. The sandbox blocks its scripts, and Studio's own policy its links. */
const POLICY =
  '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'; img-src data:"><style>a, area, button, input { pointer-events: none }</style>';

function SavedPage({ page }: { page: PageModel | null }) {
  if (page === null || page.state === 'loading') {
    return <Skeleton label={message('studioReadingPage')} rows={4} />;
  }
  if (page.state === 'missing') {
    return <p className={styles.nothing}>{message('studioNoPage')}</p>;
  }
  return (
    <iframe
      className={styles.page}
      title={message('studioStagePage')}
      sandbox=""
      srcDoc={POLICY + page.html}
    />
  );
}
