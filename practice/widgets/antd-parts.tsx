/** Ant Design's widgets that need more than a line. */
import {
  Button,
  Checkbox,
  Drawer,
  FloatButton,
  Input,
  Modal,
  Pagination,
  Space,
  Steps,
  Table,
  Tag,
  Tour,
  Transfer,
} from 'antd';
import type { TableProps } from 'antd';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { ReportValue } from './widget.ts';

interface Props {
  report: ReportValue;
}

export const options = (...names: string[]) => names.map((name) => ({ value: name, label: name }));

export const LANGUAGES = [
  'Arabic',
  'Bengali',
  'Czech',
  'Danish',
  'Dutch',
  'English',
  'Finnish',
  'French',
  'German',
  'Greek',
  'Hebrew',
  'Hindi',
  'Hungarian',
  'Italian',
  'Japanese',
  'Korean',
  'Norwegian',
  'Polish',
  'Portuguese',
  'Romanian',
  'Spanish',
  'Swedish',
  'Turkish',
  'Ukrainian',
];

const PEOPLE = [
  { key: '1', name: 'Ada', age: 36, city: 'London' },
  { key: '2', name: 'Grace', age: 52, city: 'Paris' },
  { key: '3', name: 'Linus', age: 24, city: 'Helsinki' },
];

export const TEAMS = [
  {
    title: 'Engineering',
    value: 'Engineering',
    children: [
      { title: 'Backend', value: 'Backend' },
      { title: 'Frontend', value: 'Frontend' },
    ],
  },
  { title: 'Sales', value: 'Sales' },
];

export const FILES = [
  {
    title: 'documents',
    key: 'documents',
    children: [
      { title: 'invoice.pdf', key: 'invoice.pdf' },
      { title: 'letter.txt', key: 'letter.txt' },
    ],
  },
  { title: 'pictures', key: 'pictures', children: [{ title: 'harbour.png', key: 'harbour.png' }] },
];

/** A label of the form's own above a widget that has none. */
export function Field({
  label,
  id,
  children,
}: {
  label: string;
  id?: string;
  children: ReactNode;
}): ReactNode {
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <div>{children}</div>
    </div>
  );
}

export function Clicks({ report }: Props): ReactNode {
  const [done, setDone] = useState(false);
  return (
    <Space>
      <Button
        type="primary"
        onClick={() => {
          setDone(true);
          report('published');
        }}
      >
        Publish article
      </Button>
      <Button onClick={() => report('draft')}>Save draft</Button>
      {done && <span>The article is online.</span>}
    </Space>
  );
}

export function People({
  report,
  ...props
}: Props & TableProps<(typeof PEOPLE)[number]>): ReactNode {
  return (
    <Table
      dataSource={PEOPLE}
      pagination={false}
      columns={[
        { title: 'Name', dataIndex: 'name' },
        { title: 'Age', dataIndex: 'age', sorter: (a, b) => a.age - b.age },
        {
          title: 'City',
          dataIndex: 'city',
          filters: [
            { text: 'London', value: 'London' },
            { text: 'Paris', value: 'Paris' },
          ],
          onFilter: (value, row) => row.city === value,
        },
      ]}
      onChange={(_, filters, sorter) =>
        report({
          filter: filters['city'] ?? null,
          order: Array.isArray(sorter) ? null : (sorter.order ?? null),
        })
      }
      {...props}
    />
  );
}

export function InvitationModal({ report }: Props): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        onClick={() => {
          setOpen(true);
          report('open');
        }}
      >
        Invite a colleague
      </Button>
      <Modal
        title="Invite a colleague"
        open={open}
        okText="Send invitation"
        onOk={() => {
          setOpen(false);
          report('sent');
        }}
        onCancel={() => {
          setOpen(false);
          report('cancelled');
        }}
      >
        <Input aria-label="E-mail of the colleague" />
      </Modal>
    </>
  );
}

export function FilterDrawer({ report }: Props): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        onClick={() => {
          setOpen(true);
          report('open');
        }}
      >
        More filters
      </Button>
      <Drawer
        title="Filters"
        open={open}
        onClose={() => {
          setOpen(false);
          report('closed');
        }}
      >
        <Checkbox onChange={({ target }) => report({ open: true, sale: target.checked })}>
          Only on sale
        </Checkbox>
      </Drawer>
    </>
  );
}

export function GuidedTour({ report }: Props): ReactNode {
  const [open, setOpen] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={target}
        onClick={() => {
          setOpen(true);
          report(0);
        }}
      >
        Begin tour
      </Button>
      <Tour
        open={open}
        onClose={() => setOpen(false)}
        onChange={report}
        steps={[
          { title: 'Your orders', target: () => target.current ?? document.body },
          { title: 'Your account', target: null },
        ]}
      />
    </>
  );
}

export function MoveList({ report }: Props): ReactNode {
  const [keys, setKeys] = useState<React.Key[]>([]);
  return (
    <Transfer
      titles={['Available', 'Chosen']}
      dataSource={['Banana', 'Cherry', 'Fig'].map((title) => ({ key: title, title }))}
      render={({ title }) => title}
      targetKeys={keys}
      onSelectChange={(selected) => report({ selected })}
      onChange={(next) => {
        setKeys(next);
        report(next);
      }}
    />
  );
}

export function CatalogueSearch({ report }: Props): ReactNode {
  const [found, setFound] = useState('');
  const search = (words: string): void => {
    setFound(words);
    report(words);
  };
  return (
    <>
      <Input.Search placeholder="Search the catalogue" enterButton onSearch={search} />
      {found && <p>Nothing found for {found}.</p>}
    </>
  );
}

export function ClosableTags({ report }: Props): ReactNode {
  return (
    <>
      {['urgent', 'draft', 'printed'].map((name) => (
        <Tag key={name} closable onClose={() => report(`removed ${name}`)}>
          {name}
        </Tag>
      ))}
    </>
  );
}

export function TopicTags({ report }: Props): ReactNode {
  const [chosen, setChosen] = useState<string[]>([]);
  return (
    <>
      {['Music', 'Sports', 'Travel'].map((name) => (
        <Tag.CheckableTag
          key={name}
          checked={chosen.includes(name)}
          onChange={(on) => {
            const next = on ? [...chosen, name] : chosen.filter((one) => one !== name);
            setChosen(next);
            report(next);
          }}
        >
          {name}
        </Tag.CheckableTag>
      ))}
    </>
  );
}

export function PageList({ report }: Props): ReactNode {
  const [page, setPage] = useState(1);
  return (
    <Pagination
      current={page}
      total={90}
      onChange={(next) => {
        setPage(next);
        report(next);
      }}
    />
  );
}

export function OrderSteps({ report }: Props): ReactNode {
  const [step, setStep] = useState(0);
  return (
    <Steps
      current={step}
      onChange={(next) => {
        setStep(next);
        report(next);
      }}
      items={[{ title: 'Basket' }, { title: 'Delivery' }, { title: 'Payment' }]}
    />
  );
}

export function HelpButton({ report }: Props): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <FloatButton
        aria-label="Help"
        tooltip="Help"
        onClick={() => {
          setOpen(true);
          report('help');
        }}
      />
      {open && <p>How can we help you?</p>}
    </>
  );
}

export const MENU = [
  { key: 'home', label: 'Overview' },
  {
    key: 'reports',
    label: 'Reports',
    children: [
      { key: 'weekly', label: 'Weekly report' },
      { key: 'monthly', label: 'Monthly report' },
    ],
  },
];
