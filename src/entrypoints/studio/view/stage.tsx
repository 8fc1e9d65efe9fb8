import { useRef, useState } from 'react';
import type { MessageName } from '../../../messages/message.ts';
import { message } from '../../../messages/message.ts';
import { Button, Segments } from '../../../ui/components/buttons.tsx';
import { Skeleton } from '../../../ui/components/skeleton.tsx';
import { FullScreenshot } from '../../../ui/conversation/screenshot-view.tsx';
import type { FilmModel, PageModel, TimelineItem } from '../studio-model.ts';
import styles from './stage.module.css';

const VIEWS = ['before', 'after', 'both', 'slider', 'page', 'film'] as const;
type View = (typeof VIEWS)[number];

const LABELS: Record<View, MessageName> = {
  before: 'studioStageBefore',
  after: 'studioStageAfter',
  both: 'studioStageBoth',
  slider: 'studioStageSlider',
  page: 'studioStagePage',
  film: 'studioStageFilm',
};

interface StageProps {
  item: TimelineItem;
  /** The saved page of the turn, once it was opened. */
  page: PageModel | null;
  /** Whether another target is being chosen: the elements have boxes. */
  isChoosing: boolean;
  /** Null where nothing was filmed. */
  film: FilmModel | 'unopened' | null;
  isEditable: boolean;
  onOpenPage: () => void;
  onOpenFilm: () => void;
  onFrame: (video: HTMLVideoElement) => void;
  onTarget: (uid: string) => void;
}

/** What the page of the active turn looked like before and after the action, or the saved page itself. */
export function Stage(props: StageProps) {
  const { item, page, isChoosing, film, onTarget } = props;
  // The first page of a demonstration has no page before it.
  const hasBefore =
    item.entry.kind === 'action' && item.entry.details.screenshot?.status === 'kept';
  const [view, setView] = useState<View | null>(null);
  const shown = isChoosing ? 'before' : (view ?? (hasBefore ? 'before' : 'after'));
  return (
    <section className={styles.stage} aria-label={message('studioStage')}>
      {item.entry.kind === 'action' && (
        <Segments
          size="small"
          label={message('studioStageView')}
          value={shown}
          options={VIEWS.filter((value) => value !== 'film' || film !== null).map((value) => ({
            value,
            label: message(LABELS[value]),
          }))}
          onChange={(next) => {
            setView(next);
            if (next === 'page') props.onOpenPage();
            if (next === 'film') props.onOpenFilm();
          }}
        />
      )}
      <div className={styles.view} data-view={shown} tabIndex={0}>
        {shown === 'page' && <SavedPage page={page} />}
        {shown === 'film' && (
          <Film film={film} isEditable={props.isEditable} onFrame={props.onFrame} />
        )}
        {shown === 'slider' && <Slider item={item} />}
        {(shown === 'before' || shown === 'both') && (
          <Picture item={item} view="before" page={isChoosing ? page : null} onTarget={onTarget} />
        )}
        {(shown === 'after' || shown === 'both') && (
          <Picture item={item} view="after" page={null} onTarget={onTarget} />
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
  onTarget: (uid: string) => void;
}

function Picture({ item, view, page, onTarget }: PictureProps) {
  const { entry, pointer } = item;
  if (entry.kind === 'utterance') {
    // What was on the screen while it was said.
    const [nearby] = item.pictures;
    return nearby ? (
      <div className={styles.picture}>
        <FullScreenshot shot={{ ...nearby, status: 'kept', box: null }} alt={entry.text} />
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
        {stored?.status === 'missing' ? stored.reason : message('studioStageNoPicture')}
      </p>
    );
  }
  const box = view === 'before' && screenshot.status === 'kept' ? screenshot.box : null;
  return (
    <div className={styles.picture}>
      <FullScreenshot
        shot={{ ...stored, box: page ? null : box }}
        alt={message(view === 'before' ? 'commonDetailsBefore' : 'commonDetailsAfter')}
      />
      {view === 'before' && pointer && !page && (
        <span
          className={styles.pointer}
          style={{ left: `${pointer.x * 100}%`, top: `${pointer.y * 100}%` }}
        />
      )}
      {page?.state === 'ready' && (
        <TargetBoxes page={page} currentUid={item.targetUid} onTarget={onTarget} />
      )}
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
        <FullScreenshot shot={{ ...before, box: null }} alt={message('commonDetailsBefore')} />
        <div className={styles.later} style={{ clipPath: `inset(0 0 0 ${100 - share}%)` }}>
          <FullScreenshot shot={{ ...after, box: null }} alt={message('commonDetailsAfter')} />
        </div>
      </div>
    </div>
  );
}

interface FilmProps {
  film: FilmModel | 'unopened' | null;
  isEditable: boolean;
  onFrame: (video: HTMLVideoElement) => void;
}

/** The film at the turn; what it shows can become the screenshot before the action. */
function Film({ film, isEditable, onFrame }: FilmProps) {
  const video = useRef<HTMLVideoElement>(null);
  if (film === null || film === 'unopened' || film.state === 'loading') {
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
        <Button onClick={() => video.current && onFrame(video.current)}>
          {message('studioUseFrame')}
        </Button>
      )}
    </div>
  );
}

type ReadyPage = Extract<PageModel, { state: 'ready' }>;

/** Boxes of the elements in view; the pointer chooses one. Keyboards and screen readers have the inspector's list. */
function TargetBoxes({
  page: { targets, best, viewport },
  currentUid,
  onTarget,
}: {
  page: ReadyPage;
  currentUid: string | null;
  onTarget: (uid: string) => void;
}) {
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
          style={{
            left: `${(box.x / viewport.width) * 100}%`,
            top: `${(box.y / viewport.height) * 100}%`,
            width: `${(box.width / viewport.width) * 100}%`,
            height: `${(box.height / viewport.height) * 100}%`,
          }}
          onClick={() => onTarget(uid)}
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
