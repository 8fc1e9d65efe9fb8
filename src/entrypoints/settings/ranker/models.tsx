import type {
  InstalledModel,
  ModelJob,
  ModelProgress,
  ModelSpec,
} from '../../../protocol/models.ts';
import { Button, ConfirmButton } from '../../../ui/components/buttons.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import { formatBytes, formatCount } from '../../../ui/format.ts';
import type { ModelsEvents, ModelsModel } from '../settings-model.ts';
import { ModelFromFiles, ModelFromUrl } from './custom-model-forms.tsx';
import styles from './models.module.css';

interface ModelsProps {
  models: ModelsModel;
  events: ModelsEvents;
}

const TRUST_LABELS = {
  known: 'it is the file that Wayscribe’s list names',
  listed: 'it is the file that the hub lists',
  'first use': 'nobody listed it, so the first copy is believed, and later ones must equal it',
};

const INPUT_LABELS = {
  compact: 'what each element is called and where it stands, and your words',
  'dmr-exact':
    'WebLINX’s texts: each element’s tag, path, text, box and attributes, and the last turns of the conversation',
};

interface InstalledProps {
  model: InstalledModel;
  remembered: number;
  events: ModelsEvents;
}

function InstalledModelCard({ model, remembered, events }: InstalledProps) {
  return (
    <div className={styles.card}>
      <h3>{model.name}</h3>
      <dl className={styles.facts}>
        <dt>From</dt>
        <dd>{model.host ?? 'your own files'}</dd>
        <dt>Takes</dt>
        <dd>
          {formatBytes(model.bytes)} on this computer ({model.precision}, vectors of {model.dim})
        </dd>
        <dt>Reads</dt>
        <dd>{INPUT_LABELS[model.format]}</dd>
        <dt>Remembers</dt>
        <dd>
          {formatCount(remembered, 'text')} it need not read again (their numbers, not their words)
        </dd>
        <dt>SHA-256</dt>
        <dd>
          <code>{model.hash}</code>
          <br />
          {TRUST_LABELS[model.trust]}
        </dd>
      </dl>
      <div className={styles.actions}>
        <Button disabled={remembered === 0} onClick={events.onClear}>
          Clear memory
        </Button>
        <ConfirmButton
          label="Remove model"
          cancelLabel="Keep"
          question="Remove this model? Ranking goes on without it, and it can be got again."
          onConfirm={events.onRemove}
        />
      </div>
    </div>
  );
}

function OfferedModel(props: {
  spec: ModelSpec;
  isFirst: boolean;
  disabled: boolean;
  onGet: () => void;
}) {
  const { spec, isFirst, disabled, onGet } = props;
  const size = spec.roughBytes === null ? '' : `about ${formatBytes(spec.roughBytes)}, `;
  const { host } = new URL(spec.weights.url);
  return (
    <li className={styles.offer}>
      <div>
        <p className={styles.name}>{spec.name}</p>
        <p className={styles.note}>
          {size}from {host}
          {spec.licence !== null && <>, licence {spec.licence}</>}.{' '}
          {isFirst ? 'Runs well on every computer.' : 'For computers with a good graphics card.'}
        </p>
      </div>
      <Button
        variant={isFirst ? 'primary' : 'plain'}
        disabled={disabled}
        aria-label={`Get ${spec.name}`}
        onClick={onGet}
      >
        Get
      </Button>
    </li>
  );
}

/** The model that helps the ranker: which, how to get one, and how far that is. */
export function Models({ models, events }: ModelsProps) {
  const { installed, unfinished, job, offered, problem, remembered } = models;
  const isBusy = job.state === 'running';
  const others = offered.filter(({ name }) => name !== installed?.name);
  return (
    <div className={styles.models}>
      {installed && (
        <InstalledModelCard model={installed} remembered={remembered} events={events} />
      )}
      <InstallStatus job={job} onCancel={events.onCancel} />
      {!isBusy && unfinished && (
        <Notice
          tone="info"
          happened={`The download of ${unfinished.spec.name} is not finished.`}
          saved={`${formatBytes(unfinished.loaded)} of it are here.`}
          next={null}
          actions={[
            { id: 'resume', label: 'Resume' },
            { id: 'discard', label: 'Discard' },
          ]}
          onAction={(id) => {
            if (id === 'resume') events.onInstall(unfinished.spec);
            else events.onDiscard();
          }}
        />
      )}
      {problem !== null && (
        <Notice
          tone="error"
          happened={problem}
          saved="Nothing was changed."
          next={null}
          role="alert"
        />
      )}
      <h3>{installed ? 'Use another model' : 'Add a model that knows meanings'}</h3>
      <p className={styles.note}>
        It is fetched only when you ask for it, checked, and then runs in this browser. The model in
        use stays until the new one works.
      </p>
      <ul className={styles.offers}>
        {others.map((spec) => (
          <OfferedModel
            key={spec.id}
            spec={spec}
            isFirst={spec === offered[0]}
            disabled={isBusy}
            onGet={() => events.onInstall(spec)}
          />
        ))}
      </ul>
      <ModelFromFiles disabled={isBusy} onImport={events.onImport} />
      <ModelFromUrl disabled={isBusy} onFetch={events.onFetch} />
    </div>
  );
}

const PHASE_LABELS: Record<ModelProgress['phase'], string> = {
  vocabulary: 'Fetching the vocabulary',
  weights: 'Fetching the model',
  verify: 'Verifying what came',
  try: 'Trying the model',
};

function formatRemaining(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s left`;
  return `${Math.round(seconds / 60)} min left`;
}

function describeDownload({ loaded, total, bytesPerS, etaS }: ModelProgress): string {
  const parts = [
    total === null ? formatBytes(loaded) : `${formatBytes(loaded)} of ${formatBytes(total)}`,
    ...(bytesPerS === null ? [] : [`${formatBytes(Math.round(bytesPerS))} per second`]),
    ...(etaS === null ? [] : [formatRemaining(etaS)]),
  ];
  return parts.join(' · ');
}

function InstallProgress({ name, progress }: { name: string; progress: ModelProgress | null }) {
  const isFetching = progress?.phase === 'weights' || progress?.phase === 'vocabulary';
  const share =
    isFetching && progress.total !== null && progress.total > 0
      ? progress.loaded / progress.total
      : undefined;
  const phase = progress ? PHASE_LABELS[progress.phase] : 'Beginning';
  return (
    <>
      <p className={styles.name}>Installing {name}</p>
      <progress className={styles.bar} max={1} value={share} aria-label={`${phase}: ${name}`} />
      <p className={styles.note}>
        {phase}
        {isFetching && <> · {describeDownload(progress)}</>}
      </p>
    </>
  );
}

/** The installation under way, or how the last one ended. */
function InstallStatus({ job, onCancel }: { job: ModelJob; onCancel: () => void }) {
  return (
    <>
      {job.state === 'running' && (
        <div className={styles.job}>
          <InstallProgress {...job} />
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      )}
      <div role="status" className={styles.said}>
        {job.state === 'done' && (
          <Notice tone="good" happened={`${job.name} is installed.`} saved={null} next={null} />
        )}
        {job.state === 'failed' && (
          <Notice
            tone="error"
            happened={`${job.name} was not installed.`}
            saved={job.reason}
            next={null}
          />
        )}
      </div>
    </>
  );
}
