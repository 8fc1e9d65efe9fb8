import type { ReactNode, SubmitEvent } from 'react';
import { Fragment, useState } from 'react';
import type { MessageName } from '../../../messages/message.ts';
import { countMessage, message } from '../../../messages/message.ts';
import { MODEL_SPECS } from '../../../platform/encoder/models/model-specs.ts';
import type {
  InstalledModel,
  ModelJob,
  ModelProgress,
  ModelSpec,
} from '../../../protocol/models.ts';
import type { RankerStatus } from '../../../protocol/ranker-worker.ts';
import { Button, ConfirmButton } from '../../../ui/components/buttons.tsx';
import { CheckField, Field, TextField } from '../../../ui/components/fields.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import { explainRanker, nameRanker } from '../../../ui/describe-ranker.ts';
import { formatBytes } from '../../../ui/format.ts';
import {
  cancelInstallation,
  clearCache,
  discardInstallation,
  install,
  installFromFiles,
  installFromUrls,
  removeModel,
  useModels,
} from './models-controller.ts';
import styles from './models.module.css';

const BACKENDS: Record<NonNullable<RankerStatus['backend']>, MessageName> = {
  'webgpu-fp16': 'settingsBackendGpuHalf',
  'webgpu-fp32': 'settingsBackendGpu',
  'kernel-pool': 'settingsBackendKernelPool',
  kernel: 'settingsBackendKernel',
  'wasm-threads': 'settingsBackendThreads',
  'wasm-pool': 'settingsBackendPool',
  wasm: 'settingsBackendCpu',
};

/** The ranker that is in use, and what it can do. */
export function Ranker() {
  const { ranker: status, installed } = useModels();
  // A ranker that has not ranked yet will load the installed model.
  const isAsleep = status === null || status.state === 'loading';
  const name = isAsleep ? installed?.name : status.name;
  const ranker = name ? `lexical + small + ${name}` : 'lexical + small';
  const backend = status?.backend ? message(BACKENDS[status.backend]) : null;
  const tokensPerS = status?.tokensPerS ?? null;
  const facts: [string, string][] = [[message('settingsRankerActive'), nameRanker(ranker)]];
  if (backend !== null) {
    const speed =
      tokensPerS === null
        ? backend
        : message('settingsRankerSpeed', backend, tokensPerS.toLocaleString('en'));
    facts.push([message('settingsRankerBackend'), speed]);
  }
  return (
    <>
      <Facts facts={facts} />
      <p>{explainRanker(ranker)}</p>
      {status?.notice && (
        <Notice tone="warning" happened={status.notice} saved={message('settingsRankerWorks')} />
      )}
    </>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([title, fact]) => (
        <Fragment key={title}>
          <dt>{title}</dt>
          <dd>{fact}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

const TRUST: Record<InstalledModel['trust'], MessageName> = {
  known: 'settingsTrustKnown',
  listed: 'settingsTrustListed',
  'first use': 'settingsTrustFirst',
};

const INPUTS: Record<InstalledModel['format'], MessageName> = {
  compact: 'settingsReadsCompact',
  'dmr-exact': 'settingsReadsDmr',
};

/** `remembered`: texts in the cache. */
function InstalledModelCard({ model, remembered }: { model: InstalledModel; remembered: number }) {
  const { name, host, bytes, precision, dim, format, hash, trust } = model;
  const hashText = (
    <>
      <code>{hash}</code>
      <br />
      {message(TRUST[trust])}
    </>
  );
  return (
    <div className={styles.card}>
      <h3>{name}</h3>
      <Facts
        facts={[
          [message('settingsModelFrom'), host ?? message('settingsModelOwnFiles')],
          [
            message('settingsModelSize'),
            message('settingsModelSizeText', formatBytes(bytes), precision, dim),
          ],
          [message('settingsModelReads'), message(INPUTS[format])],
          [message('settingsModelCache'), countMessage('settingsModelCacheText', remembered)],
          ['SHA-256', hashText],
        ]}
      />
      <div className={styles.actions}>
        <Button disabled={remembered === 0} onClick={clearCache}>
          {message('settingsClearCache')}
        </Button>
        <ConfirmButton
          label={message('settingsRemoveModel')}
          question={message('settingsRemoveModelQuestion')}
          onConfirm={removeModel}
        />
      </div>
    </div>
  );
}

function OfferedModel({ spec, disabled }: { spec: ModelSpec; disabled: boolean }) {
  const { name, roughBytes, licence, weights } = spec;
  const { host } = new URL(weights.url);
  const isFirst = spec === MODEL_SPECS[0];
  return (
    <li className={styles.offer}>
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.note}>
          {roughBytes === null
            ? message('settingsOffer', host)
            : message('settingsOfferSize', formatBytes(roughBytes), host)}{' '}
          {licence !== null && message('settingsOfferLicence', licence)}{' '}
          {message(isFirst ? 'settingsOfferFirst' : 'settingsOfferOther')}
        </p>
      </div>
      <Button
        variant={isFirst ? 'primary' : 'plain'}
        disabled={disabled}
        aria-label={message('settingsGetNamed', name)}
        onClick={() => install(spec)}
      >
        {message('settingsGet')}
      </Button>
    </li>
  );
}

/** The ranker's model: the installed one, the offers, and the progress of an installation. */
export function Models() {
  const { isRead, installed, unfinished, job, problem, remembered } = useModels();
  if (!isRead) return null;
  const isBusy = job.state === 'running';
  return (
    <div className={styles.models}>
      {installed && <InstalledModelCard model={installed} remembered={remembered} />}
      <InstallStatus job={job} />
      {!isBusy && unfinished && (
        <Notice
          tone="info"
          happened={message('settingsDownloadUnfinished', unfinished.spec.name)}
          saved={message('settingsDownloadUnfinishedSaved', formatBytes(unfinished.loaded))}
          actions={[
            { id: 'resume', label: message('settingsResume') },
            { id: 'discard', label: message('commonDiscard') },
          ]}
          onAction={(id) => {
            if (id === 'resume') install(unfinished.spec);
            else discardInstallation(unfinished.spec);
          }}
        />
      )}
      {problem !== null && (
        <Notice tone="error" happened={problem} saved={message('settingsUnchanged')} role="alert" />
      )}
      <h3>{message(installed ? 'settingsUseAnother' : 'settingsAddModel')}</h3>
      <p className={styles.note}>{message('settingsModelsNote')}</p>
      <ul className={styles.offers}>
        {MODEL_SPECS.filter(({ name }) => name !== installed?.name).map((spec) => (
          <OfferedModel key={spec.id} spec={spec} disabled={isBusy} />
        ))}
      </ul>
      <ModelFromFiles disabled={isBusy} />
      <ModelFromUrl disabled={isBusy} />
    </div>
  );
}

const PHASES: Record<ModelProgress['phase'], MessageName> = {
  vocabulary: 'settingsFetchVocabulary',
  weights: 'settingsFetchWeights',
  verify: 'settingsVerify',
  try: 'settingsTry',
};

function formatRemaining(seconds: number): string {
  return seconds < 60
    ? message('settingsSecondsLeft', Math.max(1, Math.round(seconds)))
    : message('settingsMinutesLeft', Math.round(seconds / 60));
}

function describeDownload({ loaded, total, bytesPerS, etaS }: ModelProgress): string {
  return [
    total === null
      ? formatBytes(loaded)
      : message('commonAmountOf', formatBytes(loaded), formatBytes(total)),
    ...(bytesPerS === null
      ? []
      : [message('settingsPerSecond', formatBytes(Math.round(bytesPerS)))]),
    ...(etaS === null ? [] : [formatRemaining(etaS)]),
  ].join(' · ');
}

function InstallProgress({ name, progress }: { name: string; progress: ModelProgress | null }) {
  const isFetching = progress?.phase === 'weights' || progress?.phase === 'vocabulary';
  const share =
    isFetching && progress.total !== null && progress.total > 0
      ? progress.loaded / progress.total
      : undefined;
  const phase = message(progress ? PHASES[progress.phase] : 'settingsStarting');
  return (
    <>
      <p className={styles.name}>{message('settingsInstalling', name)}</p>
      <progress
        className={styles.bar}
        max={1}
        value={share}
        aria-label={message('settingsPhaseOf', phase, name)}
      />
      <p className={styles.note}>
        {phase}
        {isFetching && <> · {describeDownload(progress)}</>}
      </p>
    </>
  );
}

/** The current installation, or how the last one ended. */
function InstallStatus({ job }: { job: ModelJob }) {
  return (
    <>
      {job.state === 'running' && (
        <div className={styles.job}>
          <InstallProgress {...job} />
          <Button onClick={cancelInstallation}>{message('commonCancel')}</Button>
        </div>
      )}
      <div role="status" className={styles.said}>
        {job.state === 'done' && (
          <Notice tone="good" happened={message('settingsInstalled', job.name)} />
        )}
        {job.state === 'failed' && (
          <Notice
            tone="error"
            happened={message('settingsNotInstalled', job.name)}
            saved={job.reason}
          />
        )}
      </div>
    </>
  );
}

interface MoreFormProps {
  title: MessageName;
  onSubmit: () => void;
  children: ReactNode;
}

function MoreForm({ title, onSubmit, children }: MoreFormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <details className={styles.more}>
      <summary>{message(title)}</summary>
      <form onSubmit={submit} noValidate>
        {children}
      </form>
    </details>
  );
}

/** A model from the user's files. */
function ModelFromFiles({ disabled }: { disabled: boolean }) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isDmr, setIsDmr] = useState(false);
  return (
    <MoreForm title="settingsFromFiles" onSubmit={() => installFromFiles(files, isDmr)}>
      <Field label={message('settingsModelFiles')} hint={message('settingsModelFilesHint')}>
        {(ids) => (
          <input
            {...ids}
            type="file"
            multiple
            accept=".onnx,.txt,.json"
            onChange={({ target }) => setFiles([...(target.files ?? [])])}
          />
        )}
      </Field>
      <CheckField label={message('settingsIsDmr')} checked={isDmr} onChange={setIsDmr} />
      <Button submits disabled={disabled || files.length === 0}>
        {message('commonImport')}
      </Button>
    </MoreForm>
  );
}

function nameHosts(urls: readonly string[]): string {
  const names = urls.map((url) =>
    URL.canParse(url) ? new URL(url).host : message('settingsThisAddress'),
  );
  const [first = '', second] = new Set(names);
  return second === undefined ? first : message('settingsHosts', first, second);
}

/** A model from the user's addresses; asks for confirmation and names the hosts before fetching. */
function ModelFromUrl({ disabled }: { disabled: boolean }) {
  const [weights, setWeights] = useState('');
  const [vocabulary, setVocabulary] = useState('');
  const [isAsking, setAsking] = useState(false);
  const hosts = nameHosts([weights, vocabulary]);
  const submit = () => {
    if (isAsking) installFromUrls(weights, vocabulary);
    setAsking(!isAsking);
  };
  const renderUrl = (
    label: MessageName,
    hint: MessageName,
    value: string,
    onChange: (value: string) => void,
  ) => (
    <div className={styles.wide}>
      <TextField
        label={message(label)}
        hint={message(hint)}
        type="url"
        inputMode="url"
        placeholder="https://…"
        value={value}
        onChange={(url) => {
          onChange(url);
          setAsking(false);
        }}
      />
    </div>
  );
  return (
    <MoreForm title="settingsFromUrl" onSubmit={submit}>
      {renderUrl('settingsWeightsUrl', 'settingsWeightsUrlHint', weights, setWeights)}
      {renderUrl('settingsVocabularyUrl', 'settingsVocabularyUrlHint', vocabulary, setVocabulary)}
      <div className={styles.actions}>
        <p role="status" className={styles.said}>
          {isAsking && message('settingsFetchQuestion', hosts)}
        </p>
        <Button
          submits
          variant={isAsking ? 'primary' : 'plain'}
          disabled={disabled || weights === '' || vocabulary === ''}
        >
          {isAsking ? message('settingsFetchFrom', hosts) : message('settingsFetch')}
        </Button>
        {isAsking && <Button onClick={() => setAsking(false)}>{message('settingsNotNow')}</Button>}
      </div>
    </MoreForm>
  );
}
