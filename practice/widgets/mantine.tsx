/** Mantine's widgets that a person operates, as its catalogue names them. */
import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import {
  Accordion,
  ActionIcon,
  Anchor,
  Autocomplete,
  Burger,
  Button,
  Checkbox,
  Chip,
  CloseButton,
  ColorInput,
  Drawer,
  FileInput,
  Group,
  JsonInput,
  MantineProvider,
  Menu,
  Modal,
  MultiSelect,
  NativeSelect,
  NavLink,
  Notification,
  NumberInput,
  Pagination,
  PasswordInput,
  Pill,
  PinInput,
  Popover,
  Radio,
  RangeSlider,
  Rating,
  SegmentedControl,
  Select,
  Slider,
  Spoiler,
  Stepper,
  Switch,
  Tabs,
  TagsInput,
  TextInput,
  Textarea,
  Tree,
} from '@mantine/core';
import { DateInput, DatePicker, DatePickerInput, MonthPicker, TimeInput } from '@mantine/dates';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Catalogue, ReportValue } from './widget.ts';

export const frame = (children: ReactNode): ReactNode => (
  <MantineProvider>{children}</MantineProvider>
);

interface Props {
  report: ReportValue;
}

function useReported<T>(first: T, report: ReportValue): [T, (value: T) => void] {
  const [value, setValue] = useState(first);
  return [
    value,
    (next) => {
      setValue(next);
      report(next);
    },
  ];
}

function MenuBurger({ report }: Props): ReactNode {
  const [open, setOpen] = useReported(false, report);
  return (
    <>
      <Burger opened={open} onClick={() => setOpen(!open)} aria-label="Toggle navigation" />
      {open && <nav>Departments: Garden, Kitchen</nav>}
    </>
  );
}

function ShareModal({ report }: Props): ReactNode {
  const [open, setOpen] = useState(false);
  const close = (how: string) => () => {
    setOpen(false);
    report(how);
  };
  return (
    <>
      <Button
        onClick={() => {
          setOpen(true);
          report('open');
        }}
      >
        Share album
      </Button>
      <Modal
        opened={open}
        onClose={close('closed')}
        title="Share album"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Button onClick={close('link')}>Create link</Button>
      </Modal>
    </>
  );
}

function CartDrawer({ report }: Props): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        onClick={() => {
          setOpen(true);
          report('open');
        }}
      >
        View basket
      </Button>
      <Drawer
        opened={open}
        onClose={() => {
          setOpen(false);
          report('closed');
        }}
        title="Basket"
        closeButtonProps={{ 'aria-label': 'Close basket' }}
      >
        It is empty.
      </Drawer>
    </>
  );
}

function Links({ report }: Props): ReactNode {
  const [active, setActive] = useReported('', report);
  return (
    <div style={{ width: 240 }}>
      <NavLink
        href="#profile"
        label="Profile"
        active={active === 'Profile'}
        onClick={() => setActive('Profile')}
      />
      <NavLink label="Billing" childrenOffset={28}>
        <NavLink href="#invoices" label="Invoices" onClick={() => setActive('Invoices')} />
        <NavLink href="#cards" label="Payment cards" onClick={() => setActive('Payment cards')} />
      </NavLink>
    </div>
  );
}

function Pages({ report }: Props): ReactNode {
  const [page, setPage] = useReported(1, report);
  return (
    <Pagination
      total={8}
      value={page}
      onChange={setPage}
      getControlProps={(control) => ({ 'aria-label': `${control} page` })}
    />
  );
}

function Pills({ report }: Props): ReactNode {
  const [names, setNames] = useReported(['red', 'green', 'blue'], report);
  return (
    <Pill.Group>
      {names.map((name) => (
        <Pill
          key={name}
          withRemoveButton
          removeButtonProps={{ 'aria-label': `Remove ${name}` }}
          onRemove={() => setNames(names.filter((one) => one !== name))}
        >
          {name}
        </Pill>
      ))}
    </Pill.Group>
  );
}

function SignUpSteps({ report }: Props): ReactNode {
  const [step, setStep] = useReported(0, report);
  return (
    <Stepper active={step} onStepClick={setStep}>
      <Stepper.Step label="Account">Create an account</Stepper.Step>
      <Stepper.Step label="Verify e-mail">Verify your address</Stepper.Step>
      <Stepper.Step label="Full access">All done</Stepper.Step>
    </Stepper>
  );
}

function Like({ report }: Props): ReactNode {
  const [liked, setLiked] = useReported(false, report);
  return (
    <ActionIcon aria-label="Like" aria-pressed={liked} onClick={() => setLiked(!liked)}>
      ♥
    </ActionIcon>
  );
}

function Saved({ report }: Props): ReactNode {
  const [text, setText] = useState('');
  return (
    <Group>
      <Button
        onClick={() => {
          report('saved');
          setText('Saved.');
        }}
      >
        Save changes
      </Button>
      <Button
        variant="default"
        onClick={() => {
          report('discarded');
          setText('Discarded.');
        }}
      >
        Discard
      </Button>
      <span>{text}</span>
    </Group>
  );
}

export const catalogue: Catalogue = {
  Accordion: ({ report }) => (
    <Accordion onChange={report}>
      {['Ingredients', 'Allergens'].map((name) => (
        <Accordion.Item key={name} value={name}>
          <Accordion.Control>{name}</Accordion.Control>
          <Accordion.Panel>Flour and water.</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  ),
  ActionIcon: Like,
  Anchor: ({ report }) => (
    <Anchor href="#licence" onClick={() => report('licence')}>
      Licence agreement
    </Anchor>
  ),
  Autocomplete: ({ report }) => (
    <Autocomplete
      label="Framework"
      data={['Angular', 'React', 'Svelte', 'Vue']}
      onChange={report}
    />
  ),
  Burger: MenuBurger,
  Button: Saved,
  Checkbox: ({ report }) => (
    <Checkbox label="Gift wrap" onChange={({ currentTarget }) => report(currentTarget.checked)} />
  ),
  'Checkbox.Group': ({ report }) => (
    <Checkbox.Group label="Notify me by" onChange={report}>
      {['E-mail', 'Text message', 'Post'].map((name) => (
        <Checkbox key={name} value={name} label={name} />
      ))}
    </Checkbox.Group>
  ),
  Chip: ({ report }) => (
    <Chip.Group onChange={report}>
      {['Breakfast', 'Lunch', 'Dinner'].map((name) => (
        <Chip key={name} value={name}>
          {name}
        </Chip>
      ))}
    </Chip.Group>
  ),
  CloseButton: ({ report }) => {
    const [open, setOpen] = useState(true);
    return open ? (
      <p>
        Our shop is closed on Monday.{' '}
        <CloseButton
          aria-label="Dismiss notice"
          onClick={() => {
            setOpen(false);
            report('closed');
          }}
        />
      </p>
    ) : null;
  },
  ColorInput: ({ report }) => (
    <ColorInput label="Theme colour" defaultValue="#228be6" onChange={report} />
  ),
  DateInput: ({ report }) => <DateInput label="Date of birth" onChange={report} />,
  DatePicker: ({ report }) => <DatePicker defaultDate="2031-03-01" onChange={report} />,
  DatePickerInput: ({ report }) => (
    <DatePickerInput
      label="Arrival"
      placeholder="Pick a date"
      defaultDate="2031-03-01"
      onChange={report}
    />
  ),
  Drawer: CartDrawer,
  FileInput: ({ report }) => (
    <FileInput
      label="Certificate"
      placeholder="Choose file"
      onChange={(file) => report(file?.name ?? null)}
    />
  ),
  JsonInput: ({ report }) => <JsonInput label="Options as JSON" onChange={report} />,
  Menu: ({ report }) => (
    <Menu>
      <Menu.Target>
        <Button>Tools</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {['Crop', 'Rotate', 'Export image'].map((name) => (
          <Menu.Item key={name} onClick={() => report(name)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  ),
  Modal: ShareModal,
  MonthPicker: ({ report }) => <MonthPicker defaultDate="2031-01-01" onChange={report} />,
  MultiSelect: ({ report }) => (
    <MultiSelect label="Instruments" data={['Cello', 'Flute', 'Harp', 'Piano']} onChange={report} />
  ),
  NativeSelect: ({ report }) => (
    <NativeSelect
      label="Time zone"
      data={['Berlin', 'Nairobi', 'Tokyo']}
      onChange={({ currentTarget }) => report(currentTarget.value)}
    />
  ),
  NavLink: Links,
  Notification: ({ report }) => {
    const [open, setOpen] = useState(true);
    return open ? (
      <Notification
        title="Backup finished"
        closeButtonProps={{ 'aria-label': 'Hide notification' }}
        onClose={() => {
          setOpen(false);
          report('hidden');
        }}
      >
        All files are safe.
      </Notification>
    ) : null;
  },
  NumberInput: ({ report }) => (
    <NumberInput label="Copies" defaultValue={1} min={0} max={99} onChange={report} />
  ),
  Pagination: Pages,
  PasswordInput: ({ report }) => (
    <PasswordInput label="Passcode" onChange={({ currentTarget }) => report(currentTarget.value)} />
  ),
  'Pill (remove)': Pills,
  PinInput: ({ report }) => (
    <div>
      <span>Security code</span>
      <PinInput aria-label="Security code" onChange={report} />
    </div>
  ),
  Popover: ({ report }) => (
    <Popover onChange={(open) => report(open)}>
      <Popover.Target>
        <Button>Price details</Button>
      </Popover.Target>
      <Popover.Dropdown>Includes 20 % tax.</Popover.Dropdown>
    </Popover>
  ),
  'Radio.Group': ({ report }) => (
    <Radio.Group label="Seat" onChange={report}>
      {['Window', 'Middle', 'Aisle'].map((name) => (
        <Radio key={name} value={name} label={name} />
      ))}
    </Radio.Group>
  ),
  RangeSlider: ({ report }) => (
    <div>
      <span>Mileage</span>
      <RangeSlider
        thumbFromLabel="Lowest mileage"
        thumbToLabel="Highest mileage"
        defaultValue={[20, 80]}
        minRange={0}
        onChange={report}
      />
    </div>
  ),
  Rating: ({ report }) => (
    <div>
      <span>Rate the driver</span>
      <Rating onChange={report} />
    </div>
  ),
  SegmentedControl: ({ report }) => (
    <SegmentedControl data={['Preview', 'Code', 'Export']} onChange={report} />
  ),
  Select: ({ report }) => (
    <Select label="Department" data={['Finance', 'Legal', 'Research']} onChange={report} />
  ),
  'Select (searchable)': ({ report }) => (
    <Select
      searchable
      label="Airport"
      data={[
        'Amsterdam',
        'Athens',
        'Berlin',
        'Bergen',
        'Cairo',
        'Dublin',
        'Geneva',
        'Hamburg',
        'Istanbul',
        'Lima',
        'Madrid',
        'Nice',
      ]}
      onChange={report}
    />
  ),
  Slider: ({ report }) => (
    <div>
      <span>Zoom</span>
      <Slider thumbLabel="Zoom" defaultValue={50} onChange={report} />
    </div>
  ),
  Spoiler: ({ report }) => (
    <Spoiler maxHeight={24} showLabel="Show more" hideLabel="Hide" onExpandedChange={report}>
      <p>The first line of a long story.</p>
      <p>The second line of it, which is folded away.</p>
    </Spoiler>
  ),
  Stepper: SignUpSteps,
  Switch: ({ report }) => (
    <Switch
      label="Two-factor sign-in"
      onChange={({ currentTarget }) => report(currentTarget.checked)}
    />
  ),
  Tabs: ({ report }) => (
    <Tabs defaultValue="Gallery" onChange={report}>
      <Tabs.List>
        {['Gallery', 'Messages', 'Members'].map((name) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="Messages">No messages.</Tabs.Panel>
    </Tabs>
  ),
  TagsInput: ({ report }) => <TagsInput label="Keywords" onChange={report} />,
  TextInput: ({ report }) => (
    <TextInput label="Street" onChange={({ currentTarget }) => report(currentTarget.value)} />
  ),
  'TextInput (clear)': ({ report }) => (
    <TextInput
      label="Middle name"
      defaultValue="Maria"
      onChange={({ currentTarget }) => report(currentTarget.value)}
    />
  ),
  Textarea: ({ report }) => (
    <Textarea
      label="Message to the seller"
      onChange={({ currentTarget }) => report(currentTarget.value)}
    />
  ),
  TimeInput: ({ report }) => (
    <TimeInput label="Pick-up time" onChange={({ currentTarget }) => report(currentTarget.value)} />
  ),
  Tree: ({ report }) => (
    <Tree
      data={[
        { value: 'src', label: 'src', children: [{ value: 'main.ts', label: 'main.ts' }] },
        { value: 'docs', label: 'docs', children: [{ value: 'guide.md', label: 'guide.md' }] },
      ]}
      renderNode={({ node, elementProps, expanded }) => (
        <div
          {...elementProps}
          onClick={(event) => {
            elementProps.onClick(event);
            report({ pressed: node.value, open: !expanded });
          }}
        >
          {node.label}
        </div>
      )}
    />
  ),
};
