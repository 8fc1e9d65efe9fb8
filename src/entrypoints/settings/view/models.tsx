import type { InstalledModel, ModelSpec } from '../../../protocol/models.ts';
import { Button } from '../../../ui/button/button.tsx';
import { ConfirmButton } from '../../../ui/button/confirm-button.tsx';
import { formatBytes, formatCount } from '../../../ui/format/amount.ts';
import { Notice } from '../../../ui/notice/notice.tsx';
import { ModelJobView } from './model-job.tsx';
import { ModelFiles } from './model-files.tsx';
import { ModelUrl } from './model-url.tsx';
import type { ModelsEvents, ModelsModel } from './models-model.ts';
import styles from './models.module.css';

interface ModelsProps {
  models: ModelsModel;
  events: ModelsEvents;
}

const TRUST = {
  known: 'it is the file that Wayscribe’s list names',
  listed: 'it is the file that the hub lists',
  'first use': 'nobody listed it, so the first copy is believed, and later ones must equal it',
};

const READS = {
  compact: 'what each element is called and where it stands, and your words',
  'dmr-exact':
    'WebLINX’s texts: each element’s tag, path, text, box and attributes, and the last turns of the conversation',
};

interface InstalledProps {
  model: InstalledModel;
  remembered: number;
  events: ModelsEvents;
}

function Installed({ model, remembered, events }: InstalledProps) {
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
        <dd>{READS[model.format]}</dd>
        <dt>Remembers</dt>
        <dd>
          {formatCount(remembered, 'text')} it need not read again (their numbers, not their words)
        </dd>
        <dt>SHA-256</dt>
        <dd>
          <code>{model.hash}</code>
          <br />
          {TRUST[model.trust]}
        </dd>
      </dl>
      <div className={styles.actions}>
        <Button disabled={remembered === 0} onClick={events.onClear}>
          Clear memory
        </Button>
        <ConfirmButton
          label="Remove model"
          keepLabel="Keep"
          question="Remove this model? Ranking goes on without it, and it can be got again."
          onConfirm={events.onRemove}
        />
      </div>
    </div>
  );
}

function Offer(props: { spec: ModelSpec; isFirst: boolean; disabled: boolean; onGet: () => void }) {
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
      {installed && <Installed model={installed} remembered={remembered} events={events} />}
      <ModelJobView job={job} onCancel={events.onCancel} />
      {!isBusy && unfinished && (
        <Notice
          tone="info"
          happened={`The download of ${unfinished.spec.name} is not finished.`}
          kept={`${formatBytes(unfinished.loaded)} of it are here.`}
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
          kept="Nothing was changed."
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
          <Offer
            key={spec.id}
            spec={spec}
            isFirst={spec === offered[0]}
            disabled={isBusy}
            onGet={() => {
              events.onInstall(spec);
            }}
          />
        ))}
      </ul>
      <ModelFiles disabled={isBusy} onImport={events.onImport} />
      <ModelUrl disabled={isBusy} onFetch={events.onFetch} />
    </div>
  );
}
