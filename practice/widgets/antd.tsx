/** Ant Design's widgets that a person operates, as its catalogue names them. */
import {
  Alert,
  AutoComplete,
  Breadcrumb,
  Button,
  Calendar,
  Carousel,
  Cascader,
  Checkbox,
  Collapse,
  ColorPicker,
  ConfigProvider,
  DatePicker,
  Dropdown,
  Input,
  InputNumber,
  Mentions,
  Menu,
  Popconfirm,
  Radio,
  Rate,
  Segmented,
  Select,
  Slider,
  Switch,
  Tabs,
  TimePicker,
  Tree,
  TreeSelect,
} from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import type { Catalogue } from './widget.ts';
import {
  options,
  LANGUAGES,
  TEAMS,
  FILES,
  Field,
  Clicks,
  People,
  InvitationModal,
  FilterDrawer,
  GuidedTour,
  MoveList,
  CatalogueSearch,
  ClosableTags,
  TopicTags,
  PageList,
  OrderSteps,
  HelpButton,
  MENU,
} from './antd-parts.tsx';

export const frame = (children: ReactNode): ReactNode => (
  <ConfigProvider>{children}</ConfigProvider>
);

export const catalogue: Catalogue = {
  Alert: ({ report }) => (
    <Alert
      title="Your trial ends in three days."
      type="warning"
      closable={{ onClose: () => report('closed'), 'aria-label': 'Close' }}
    />
  ),
  AutoComplete: ({ report }) => (
    <Field label="Departure city" id="city">
      <AutoComplete
        id="city"
        style={{ width: 240 }}
        options={options('Lisbon', 'Oslo', 'Vienna')}
        showSearch={{
          filterOption: (text, option) =>
            (option?.value ?? '').toLowerCase().includes(text.toLowerCase()),
        }}
        onChange={report}
      />
    </Field>
  ),
  Breadcrumb: ({ report }) => (
    <Breadcrumb
      items={[
        { title: 'Start', onClick: () => report('start'), href: '#start' },
        { title: 'Electronics', onClick: () => report('electronics'), href: '#electronics' },
        { title: 'Headphones' },
      ]}
    />
  ),
  Button: Clicks,
  Calendar: ({ report }) => (
    <Calendar
      fullscreen={false}
      defaultValue={dayjs('2031-03-01')}
      onSelect={(date, { source }) => {
        if (source === 'date') report(date.format('YYYY-MM-DD'));
      }}
    />
  ),
  Carousel: ({ report }) => (
    <Carousel arrows dots afterChange={report}>
      {['Spring', 'Summer', 'Autumn'].map((name) => (
        <div key={name}>
          <h3>{name} collection</h3>
        </div>
      ))}
    </Carousel>
  ),
  Cascader: ({ report }) => (
    <Field label="Region" id="region">
      <Cascader
        id="region"
        options={[
          { value: 'Portugal', label: 'Portugal', children: options('Lisbon', 'Porto') },
          { value: 'Spain', label: 'Spain', children: options('Madrid', 'Seville') },
        ]}
        onChange={report}
      />
    </Field>
  ),
  Checkbox: ({ report }) => (
    <Checkbox onChange={({ target }) => report(target.checked)}>I accept the terms</Checkbox>
  ),
  'Checkbox.Group': ({ report }) => (
    <Checkbox.Group options={['Apple', 'Pear', 'Plum']} onChange={report} />
  ),
  Collapse: ({ report }) => (
    <Collapse
      onChange={report}
      items={[
        { key: 'return', label: 'How do I return an item?', children: 'Within 30 days.' },
        { key: 'track', label: 'Where is my parcel?', children: 'See the tracking page.' },
      ]}
    />
  ),
  ColorPicker: ({ report }) => (
    <Field label="Accent colour">
      <ColorPicker defaultValue="#1677ff" onChange={(_, css) => report(css)} />
    </Field>
  ),
  DatePicker: ({ report }) => (
    <Field label="Delivery date" id="date">
      <DatePicker id="date" onChange={(date) => report(date?.format('YYYY-MM-DD') ?? null)} />
    </Field>
  ),
  'DatePicker.RangePicker': ({ report }) => (
    <Field label="Stay">
      <DatePicker.RangePicker
        onChange={(dates) =>
          report(dates?.map((date) => date?.format('YYYY-MM-DD') ?? null) ?? null)
        }
      />
    </Field>
  ),
  Drawer: FilterDrawer,
  Dropdown: ({ report }) => (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'rename', label: 'Rename' },
          { key: 'duplicate', label: 'Duplicate' },
          { key: 'archive', label: 'Archive' },
        ],
        onClick: ({ key }) => report(key),
      }}
    >
      <Button>Actions</Button>
    </Dropdown>
  ),
  FloatButton: HelpButton,
  Input: ({ report }) => (
    <Field label="Full name" id="name">
      <Input id="name" allowClear onChange={({ target }) => report(target.value)} />
    </Field>
  ),
  'Input (filled)': ({ report }) => (
    <Field label="Nickname" id="nick">
      <Input
        id="nick"
        allowClear
        defaultValue="Marty"
        onChange={({ target }) => report(target.value)}
      />
    </Field>
  ),
  'Input.OTP': ({ report }) => (
    <Field label="Verification code">
      <Input.OTP length={6} onChange={report} />
    </Field>
  ),
  'Input.Password': ({ report }) => (
    <Field label="New password" id="password">
      <Input.Password id="password" onChange={({ target }) => report(target.value)} />
    </Field>
  ),
  'Input.Search': CatalogueSearch,
  'Input.TextArea': ({ report }) => (
    <Field label="Delivery notes" id="notes">
      <Input.TextArea id="notes" onChange={({ target }) => report(target.value)} />
    </Field>
  ),
  InputNumber: ({ report }) => (
    <Field label="Guests" id="guests">
      <InputNumber id="guests" min={1} max={20} defaultValue={2} onChange={report} />
    </Field>
  ),
  Mentions: ({ report }) => (
    <Field label="Comment" id="comment">
      <Mentions id="comment" options={options('ada', 'grace', 'linus')} onChange={report} />
    </Field>
  ),
  Menu: ({ report }) => (
    <Menu
      mode="horizontal"
      triggerSubMenuAction="click"
      items={MENU}
      onClick={({ key }) => report(key)}
    />
  ),
  'Menu (inline)': ({ report }) => (
    <Menu mode="inline" style={{ width: 240 }} items={MENU} onClick={({ key }) => report(key)} />
  ),
  Modal: InvitationModal,
  Pagination: PageList,
  Popconfirm: ({ report }) => (
    <Popconfirm
      title="Delete this task?"
      okText="Yes"
      cancelText="No"
      onConfirm={() => report('deleted')}
      onCancel={() => report('kept')}
    >
      <Button danger>Delete task</Button>
    </Popconfirm>
  ),
  Radio: ({ report }) => (
    <Radio.Group
      onChange={({ target }) => report(target.value)}
      options={options('Standard shipping', 'Express shipping', 'Pick-up')}
    />
  ),
  'Radio.Button': ({ report }) => (
    <Field label="Size">
      <Radio.Group
        optionType="button"
        defaultValue="Small"
        onChange={({ target }) => report(target.value)}
        options={options('Small', 'Medium', 'Large')}
      />
    </Field>
  ),
  Rate: ({ report }) => (
    <Field label="Your rating">
      <Rate onChange={report} />
    </Field>
  ),
  Segmented: ({ report }) => (
    <Segmented options={['Daily', 'Weekly', 'Monthly']} onChange={report} />
  ),
  Select: ({ report }) => (
    <Field label="Country" id="country">
      <Select
        id="country"
        style={{ width: 240 }}
        options={options('Denmark', 'Norway', 'Sweden')}
        onChange={report}
      />
    </Field>
  ),
  'Select (multiple)': ({ report }) => (
    <Field label="Toppings" id="toppings">
      <Select
        id="toppings"
        mode="multiple"
        style={{ width: 300 }}
        options={options('Basil', 'Cheese', 'Ham', 'Olives')}
        onChange={report}
      />
    </Field>
  ),
  'Select (search)': ({ report }) => (
    <Field label="Language" id="language">
      <Select
        id="language"
        showSearch
        style={{ width: 240 }}
        options={options(...LANGUAGES)}
        onChange={report}
      />
    </Field>
  ),
  Slider: ({ report }) => (
    <Field label="Volume">
      <Slider aria-label="Volume" defaultValue={10} onChange={report} />
    </Field>
  ),
  'Slider (range)': ({ report }) => (
    <Field label="Price">
      <Slider
        range
        ariaLabelForHandle={['Lowest price', 'Highest price']}
        defaultValue={[10, 90]}
        onChange={report}
      />
    </Field>
  ),
  Steps: OrderSteps,
  Switch: ({ report }) => (
    <Field label="Flight mode">
      <Switch aria-label="Flight mode" onChange={report} />
    </Field>
  ),
  'Table (filter)': People,
  'Table (select rows)': ({ report }) => (
    <People report={report} rowSelection={{ onChange: (keys) => report(keys) }} />
  ),
  'Table (sort)': People,
  Tabs: ({ report }) => (
    <Tabs
      onChange={report}
      items={[
        { key: 'description', label: 'Description', children: 'A kettle.' },
        { key: 'reviews', label: 'Reviews', children: 'Nobody has reviewed it yet.' },
        { key: 'questions', label: 'Questions', children: 'No questions.' },
      ]}
    />
  ),
  'Tag (checkable)': TopicTags,
  'Tag (closable)': ClosableTags,
  TimePicker: ({ report }) => (
    <Field label="Start time" id="time">
      <TimePicker
        id="time"
        format="HH:mm"
        onChange={(time) => report(time?.format('HH:mm') ?? null)}
      />
    </Field>
  ),
  Tour: GuidedTour,
  Transfer: MoveList,
  Tree: ({ report }) => (
    <Tree
      treeData={FILES}
      onExpand={(keys) => report({ expanded: keys })}
      onSelect={(keys) => report({ selected: keys })}
    />
  ),
  'Tree (checkable)': ({ report }) => (
    <Tree checkable defaultExpandAll treeData={FILES} onCheck={(keys) => report(keys)} />
  ),
  TreeSelect: ({ report }) => (
    <Field label="Team" id="team">
      <TreeSelect
        id="team"
        style={{ width: 240 }}
        treeData={TEAMS}
        treeDefaultExpandAll
        onChange={report}
      />
    </Field>
  ),
};
