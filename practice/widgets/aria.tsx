/** React Aria Components' widgets that a person operates, as its catalogue names them. */
import './aria.css';
import {
  Breadcrumb,
  Breadcrumbs,
  Button,
  Calendar,
  Checkbox,
  CheckboxGroup,
  ColorField,
  ComboBox,
  DateField,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  DialogTrigger,
  Disclosure,
  DisclosurePanel,
  GridList,
  GridListItem,
  Group,
  Heading,
  I18nProvider,
  Input,
  Label,
  Link,
  ListBox,
  ListBoxItem,
  Menu,
  MenuItem,
  MenuTrigger,
  NumberField,
  Popover,
  Radio,
  RadioGroup,
  RangeCalendar,
  SearchField,
  Select,
  SelectValue,
  Slider,
  SliderOutput,
  SliderTrack,
  Switch,
  Tab,
  TabList,
  TabPanel,
  Table,
  TableBody,
  TableHeader,
  Cell,
  Column,
  Row,
  Tabs,
  Tag,
  TagGroup,
  TagList,
  TextArea,
  TextField,
  TimeField,
  ToggleButton,
  Tree,
  TreeItem,
  TreeItemContent,
} from 'react-aria-components';
import { parseDate } from '@internationalized/date';
import type { ReactNode } from 'react';
import type { Catalogue } from './widget.ts';
import { listKeys, useReported, Days, Confirmed, Tags, Terms, Handle } from './aria-parts.tsx';

export const frame = (children: ReactNode): ReactNode => (
  <I18nProvider locale="en-GB">{children}</I18nProvider>
);

export const catalogue: Catalogue = {
  Breadcrumbs: ({ report }) => (
    <Breadcrumbs onAction={report}>
      {['Hotels', 'Italy', 'Rome'].map((name) => (
        <Breadcrumb key={name} id={name}>
          <Link href={`#${name}`}>{name}</Link>
        </Breadcrumb>
      ))}
    </Breadcrumbs>
  ),
  Button: Confirmed,
  Calendar: ({ report }) => (
    <Calendar
      aria-label="Appointment"
      defaultValue={parseDate('2031-03-01')}
      onChange={(date) => report(date.toString())}
    >
      <Days />
    </Calendar>
  ),
  Checkbox: ({ report }) => (
    <Checkbox onChange={report}>
      <div className="box" />
      Subscribe to updates
    </Checkbox>
  ),
  CheckboxGroup: ({ report }) => (
    <CheckboxGroup onChange={report}>
      <Label>Allergies</Label>
      {['Eggs', 'Milk', 'Nuts'].map((name) => (
        <Checkbox key={name} value={name}>
          <div className="box" />
          {name}
        </Checkbox>
      ))}
    </CheckboxGroup>
  ),
  ColorField: ({ report }) => (
    <ColorField
      defaultValue="#000000"
      onChange={(colour) => report(colour?.toString('hex') ?? null)}
    >
      <Label>Border colour</Label>
      <Input />
    </ColorField>
  ),
  ComboBox: ({ report }) => (
    <ComboBox onSelectionChange={report}>
      <Label>Animal</Label>
      <div>
        <Input />
        <Button>▼</Button>
      </div>
      <Popover>
        <ListBox>
          {['Aardvark', 'Cat', 'Dog', 'Kangaroo', 'Panda'].map((name) => (
            <ListBoxItem key={name} id={name}>
              {name}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </ComboBox>
  ),
  DateField: ({ report }) => (
    <DateField onChange={(date) => report(date?.toString() ?? null)}>
      <Label>Expiry date</Label>
      <DateInput>{(segment) => <DateSegment segment={segment} />}</DateInput>
    </DateField>
  ),
  DatePicker: ({ report }) => (
    <DatePicker
      defaultValue={parseDate('2031-03-01')}
      onChange={(date) => report(date?.toString() ?? null)}
    >
      <Label>Meeting day</Label>
      <Group>
        <DateInput>{(segment) => <DateSegment segment={segment} />}</DateInput>
        <Button>▼</Button>
      </Group>
      <Popover>
        <Dialog>
          <Calendar>
            <Days />
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  ),
  Disclosure: ({ report }) => (
    <Disclosure onExpandedChange={report}>
      <Heading>
        <Button slot="trigger">System requirements</Button>
      </Heading>
      <DisclosurePanel>A browser.</DisclosurePanel>
    </Disclosure>
  ),
  GridList: ({ report }) => (
    <GridList
      aria-label="Favourite games"
      selectionMode="multiple"
      selectionBehavior="toggle"
      onSelectionChange={(keys) => report(listKeys(keys))}
    >
      {['Backgammon', 'Checkers', 'Go'].map((name) => (
        <GridListItem key={name} id={name} textValue={name}>
          <Checkbox slot="selection">
            <div className="box" />
          </Checkbox>
          {name}
        </GridListItem>
      ))}
    </GridList>
  ),
  Link: ({ report }) => (
    <Link href="#roadmap" onPress={() => report('roadmap')}>
      Read the roadmap
    </Link>
  ),
  ListBox: ({ report }) => (
    <ListBox
      aria-label="Favourite fruit"
      selectionMode="single"
      onSelectionChange={(keys) => report(listKeys(keys))}
    >
      {['Apricot', 'Blackberry', 'Lime'].map((name) => (
        <ListBoxItem key={name} id={name}>
          {name}
        </ListBoxItem>
      ))}
    </ListBox>
  ),
  Menu: ({ report }) => (
    <MenuTrigger>
      <Button>Edit</Button>
      <Popover>
        <Menu onAction={report}>
          {['Cut', 'Copy', 'Paste'].map((name) => (
            <MenuItem key={name} id={name}>
              {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  ),
  Modal: Terms,
  NumberField: ({ report }) => (
    <NumberField defaultValue={4} minValue={0} onChange={report}>
      <Label>Tickets</Label>
      <Group>
        <Button slot="decrement">-</Button>
        <Input />
        <Button slot="increment">+</Button>
      </Group>
    </NumberField>
  ),
  Popover: ({ report }) => (
    <DialogTrigger onOpenChange={report}>
      <Button>Account settings</Button>
      <Popover>
        <Dialog>
          <Switch>
            <div className="box" />
            Dark theme
          </Switch>
        </Dialog>
      </Popover>
    </DialogTrigger>
  ),
  RadioGroup: ({ report }) => (
    <RadioGroup onChange={report}>
      <Label>Pet</Label>
      {['Hamster', 'Parrot', 'Turtle'].map((name) => (
        <Radio key={name} value={name}>
          <div className="box" />
          {name}
        </Radio>
      ))}
    </RadioGroup>
  ),
  RangeCalendar: ({ report }) => (
    <RangeCalendar
      aria-label="Trip"
      defaultValue={{ start: parseDate('2031-03-03'), end: parseDate('2031-03-05') }}
      onChange={(range) => report([range.start.toString(), range.end.toString()])}
    >
      <Days />
    </RangeCalendar>
  ),
  SearchField: ({ report }) => (
    <SearchField onSubmit={report}>
      <Label>Find recipes</Label>
      <Input />
      <Button>✕</Button>
    </SearchField>
  ),
  Select: ({ report }) => (
    <Select onChange={report}>
      <Label>Permission</Label>
      <Button>
        <SelectValue />
      </Button>
      <Popover>
        <ListBox>
          {['Read only', 'Edit', 'Admin'].map((name) => (
            <ListBoxItem key={name} id={name}>
              {name}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  ),
  Slider: ({ report }) => (
    <Slider defaultValue={30} onChange={report}>
      <Label>Opacity</Label>
      <SliderOutput />
      <SliderTrack>
        <Handle />
      </SliderTrack>
    </Slider>
  ),
  'Slider (range)': ({ report }) => (
    <Slider defaultValue={[30, 60]} onChange={report}>
      <Label>Budget</Label>
      <SliderOutput />
      <SliderTrack>
        <Handle label="Lowest budget" />
        <Handle label="Highest budget" index={1} />
      </SliderTrack>
    </Slider>
  ),
  Switch: ({ report }) => (
    <Switch onChange={report}>
      <div className="box" />
      Low power mode
    </Switch>
  ),
  'Table (select rows)': ({ report }) => (
    <Table
      aria-label="Files"
      selectionMode="multiple"
      selectionBehavior="toggle"
      onSelectionChange={(keys) => report(listKeys(keys))}
    >
      <TableHeader>
        <Column>
          <Checkbox slot="selection">
            <div className="box" />
          </Checkbox>
        </Column>
        <Column isRowHeader>Name</Column>
        <Column>Size</Column>
      </TableHeader>
      <TableBody>
        {[
          ['Budget', '12 kB'],
          ['Photo', '3 MB'],
          ['Thesis', '800 kB'],
        ].map(([name, size]) => (
          <Row key={name} id={name ?? ''}>
            <Cell>
              <Checkbox slot="selection">
                <div className="box" />
              </Checkbox>
            </Cell>
            <Cell>{name}</Cell>
            <Cell>{size}</Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  ),
  'Table (sort)': ({ report }) => {
    const [order, setOrder] = useReported<{
      column: string | number;
      direction: 'ascending' | 'descending';
    }>({ column: 'name', direction: 'ascending' }, report);
    return (
      <Table aria-label="Planets" sortDescriptor={order} onSortChange={setOrder}>
        <TableHeader>
          <Column id="name" isRowHeader allowsSorting>
            Planet
          </Column>
          <Column id="moons" allowsSorting>
            Moons
          </Column>
        </TableHeader>
        <TableBody>
          {[
            ['Earth', 1],
            ['Mars', 2],
          ].map(([name, moons]) => (
            <Row key={name}>
              <Cell>{name}</Cell>
              <Cell>{moons}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    );
  },
  Tabs: ({ report }) => (
    <Tabs onSelectionChange={report}>
      <TabList aria-label="History">
        {['Founding', 'Growth', 'Today'].map((name) => (
          <Tab key={name} id={name}>
            {name}
          </Tab>
        ))}
      </TabList>
      {['Founding', 'Growth', 'Today'].map((name) => (
        <TabPanel key={name} id={name}>
          The chapter on {name.toLowerCase()}.
        </TabPanel>
      ))}
    </Tabs>
  ),
  'TagGroup (remove)': Tags,
  'TagGroup (select)': ({ report }) => (
    <TagGroup selectionMode="multiple" onSelectionChange={(keys) => report(listKeys(keys))}>
      <Label>Amenities</Label>
      <TagList>
        {['Laundry', 'Parking', 'Pool'].map((name) => (
          <Tag key={name} id={name}>
            {name}
          </Tag>
        ))}
      </TagList>
    </TagGroup>
  ),
  TextField: ({ report }) => (
    <TextField onChange={report}>
      <Label>First name</Label>
      <Input />
    </TextField>
  ),
  'TextField (area)': ({ report }) => (
    <TextField onChange={report}>
      <Label>Biography</Label>
      <TextArea />
    </TextField>
  ),
  TimeField: ({ report }) => (
    <TimeField onChange={(time) => report(time?.toString() ?? null)}>
      <Label>Reminder</Label>
      <DateInput>{(segment) => <DateSegment segment={segment} />}</DateInput>
    </TimeField>
  ),
  ToggleButton: ({ report }) => <ToggleButton onChange={report}>Pin to top</ToggleButton>,
  Tree: ({ report }) => (
    <Tree
      aria-label="Folders"
      selectionMode="single"
      onExpandedChange={(keys) => report({ expanded: [...keys] })}
      onSelectionChange={(keys) => report({ selected: listKeys(keys) })}
    >
      {['Music', 'Videos'].map((name) => (
        <TreeItem key={name} id={name} textValue={name}>
          <TreeItemContent>
            <Button slot="chevron">›</Button>
            {name}
          </TreeItemContent>
          <TreeItem id={`${name} 2030`} textValue={`${name} 2030`}>
            <TreeItemContent>{name} 2030</TreeItemContent>
          </TreeItem>
        </TreeItem>
      ))}
    </Tree>
  ),
};
