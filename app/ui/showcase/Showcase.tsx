/**
 * Every component of app/ui in every state, to be looked at in both themes, both directions and at any
 * width.
 *
 * Invariant: a component that is not here fails showcase.test.ts.
 */
import { type ReactNode, useRef, useState } from 'react';
import { ActionMenu } from '../ActionMenu.tsx';
import { Avatar } from '../Avatar.tsx';
import { announce } from '../announce.ts';
import { Button, buttonClass, IconButton } from '../Button.tsx';
import { Segmented, Swatches } from '../Choice.tsx';
import { Dialog, DialogActions } from '../Dialog.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { SearchField, SelectField, TextField } from '../Field.tsx';
import { BoldIcon, CloseIcon, LinkIcon, MoreIcon, NewIcon, TrashIcon } from '../icons.ts';
import { LongList } from '../LongList.tsx';
import { Lazy } from '../lazy.tsx';
import { Menu, type MenuItem } from '../Menu.tsx';
import { MenuButton } from '../MenuButton.tsx';
import { NameDialog } from '../NameDialog.tsx';
import { Notice } from '../Notice.tsx';
import { Link } from '../navigation.tsx';
import { Keys, OptionList } from '../OptionList.tsx';
import { OptionSearch } from '../OptionSearch.tsx';
import { PanelEntry } from '../PanelEntry.tsx';
import { Popover } from '../Popover.tsx';
import { QrCode } from '../qr-code.tsx';
import { SidePanel } from '../SidePanel.tsx';
import { Toolbar, ToolbarButton, ToolbarSeparator } from '../Toolbar.tsx';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import styles from './Showcase.module.css';

const nothing = () => {};
const COLORS = 'red orange amber lime green teal cyan blue indigo violet pink brown'.split(' ');
const LINES = Array.from({ length: 60 }, (_, at) => `Line ${at + 1} of a long list`);
const THEMES = ['system', 'light', 'dark'] as const;
const DIRECTIONS = ['ltr', 'rtl'] as const;

const ITEMS: readonly MenuItem[] = [
  { label: 'New', icon: <NewIcon aria-hidden="true" />, onSelect: nothing },
  { label: 'Not now', icon: <LinkIcon aria-hidden="true" />, onSelect: nothing, disabled: true },
  {
    label: 'Delete',
    icon: <TrashIcon aria-hidden="true" />,
    onSelect: nothing,
    danger: true,
    separated: true,
  },
];

export function Showcase(): ReactNode {
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>Showcase</h1>
      <Surroundings />
      <Buttons />
      <Fields />
      <Choices />
      <Messages />
      <Openings />
      <Lists />
      <People />
    </main>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section aria-label={title} className={styles.part}>
      <h2 className={styles.heading}>{title}</h2>
      <div className={styles.row}>{children}</div>
    </section>
  );
}

function Surroundings(): ReactNode {
  const [theme, setTheme] = useState<(typeof THEMES)[number]>('system');
  const [direction, setDirection] = useState<(typeof DIRECTIONS)[number]>('ltr');
  const root = document.documentElement;
  return (
    <Part title="Look at it in">
      <Segmented
        label="Theme"
        options={THEMES.map((value) => ({ value, label: value }))}
        value={theme}
        onChange={(next) => {
          setTheme(next);
          if (next === 'system') delete root.dataset.theme;
          else root.dataset.theme = next;
        }}
      />
      <Segmented
        label="Direction"
        options={DIRECTIONS.map((value) => ({ value, label: value }))}
        value={direction}
        onChange={(next) => {
          setDirection(next);
          root.dir = next;
        }}
      />
    </Part>
  );
}

function Buttons(): ReactNode {
  return (
    <Part title="Buttons">
      {(['filled', 'quiet', 'plain'] as const).map((variant) => (
        <div key={variant} className={styles.row}>
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant}>
            <NewIcon aria-hidden="true" />
            With an icon
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} busy>
            Busy
          </Button>
          <Button variant={variant} danger>
            Danger
          </Button>
          <Link href="/showcase" className={buttonClass(variant)}>
            A link
          </Link>
        </div>
      ))}
      <IconButton label="Icon">
        <MoreIcon aria-hidden="true" />
      </IconButton>
      <IconButton label="Pressed" aria-pressed="true">
        <BoldIcon aria-hidden="true" />
      </IconButton>
      <IconButton label="Disabled icon" disabled>
        <CloseIcon aria-hidden="true" />
      </IconButton>
      <Toolbar label="Toolbar">
        <ToolbarButton label="Bold" shortcut="Mod-b" pressed>
          <BoldIcon aria-hidden="true" />
        </ToolbarButton>
        <ToolbarButton label="Link">
          <LinkIcon aria-hidden="true" />
        </ToolbarButton>
        <ToolbarSeparator />
        <ToolbarButton label="Off" disabled>
          <TrashIcon aria-hidden="true" />
        </ToolbarButton>
      </Toolbar>
    </Part>
  );
}

function Fields(): ReactNode {
  const [search, setSearch] = useState('tide');
  const [role, setRole] = useState('editor');
  return (
    <Part title="Fields">
      <TextField label="Empty" placeholder="Placeholder" />
      <TextField label="Filled, with a hint" defaultValue="Ana Heron" hint="Shown to others." />
      <TextField label="With a problem" defaultValue="x" problem="This is too short." />
      <TextField label="To be read" value="Nothing to change here" readOnly />
      <SearchField
        label="Search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <SelectField
        label="Choose one"
        options={[
          { value: 'viewer', label: 'Can view' },
          { value: 'editor', label: 'Can edit' },
        ]}
        value={role}
        onChange={setRole}
      />
    </Part>
  );
}

function Choices(): ReactNode {
  const [size, setSize] = useState('medium');
  const [color, setColor] = useState<string>('teal');
  return (
    <Part title="Choices">
      <Segmented
        label="Size"
        options={['small', 'medium', 'large'].map((value) => ({ value, label: value }))}
        value={size}
        onChange={setSize}
      />
      <Swatches
        label="Colour"
        options={COLORS.map((value) => ({
          value,
          label: value,
          color: `--person-${value}`,
        }))}
        value={color}
        onChange={setColor}
      />
    </Part>
  );
}

function Messages(): ReactNode {
  return (
    <Part title="Messages">
      <Notice>Plain: something to know.</Notice>
      <Notice tone="warning" title="A warning" actions={<Button>Do something</Button>}>
        With a title, and something to do about it.
      </Notice>
      <Notice tone="danger" title="Something is wrong">
        It is said at once.
      </Notice>
      <Button onClick={() => announce('This is over in a moment')}>Announce</Button>
      <EmptyState title="Nothing is here" actions={<Button variant="filled">The next step</Button>}>
        <p>What happened, and what to do about it.</p>
      </EmptyState>
    </Part>
  );
}

const laterItems = new Lazy(async () => ITEMS);

function Openings(): ReactNode {
  const [dialog, setDialog] = useState<'none' | 'large' | 'small' | 'search'>('none');
  const [bird, setBird] = useState('Curlew');
  const [isNaming, setNaming] = useState(false);
  const [menu, setMenu] = useState(false);
  const [panel, setPanel] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <Part title="What opens">
      <Button onClick={() => setDialog('large')}>Dialog</Button>
      <Button onClick={() => setDialog('small')}>Small dialog</Button>
      <Button onClick={() => setDialog('search')}>Search in a dialog</Button>
      <Button onClick={() => setNaming(true)}>Name</Button>
      <NameDialog
        naming={isNaming ? { title: 'Rename the bird', name: bird, onSave: setBird } : null}
        label="Name"
        maxLength={40}
        onClose={() => setNaming(false)}
      />
      <Searching open={dialog === 'search'} onClose={() => setDialog('none')} />
      <Dialog
        title={dialog === 'small' ? 'Small dialog' : 'Dialog'}
        small={dialog === 'small'}
        open={dialog === 'large' || dialog === 'small'}
        onClose={() => setDialog('none')}
      >
        <p>Something short to decide.</p>
        <DialogActions>
          <Button variant="plain" onClick={() => setDialog('none')}>
            Cancel
          </Button>
          <Button variant="filled" onClick={() => setDialog('none')}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
      <Menu label="Menu" icon={<MoreIcon aria-hidden="true" />} items={ITEMS} />
      <MenuButton
        label="Menu that comes later"
        icon={<MoreIcon aria-hidden="true" />}
        part={laterItems}
      >
        {(items, frame) => <ActionMenu {...frame} items={items} />}
      </MenuButton>
      <Button ref={opener} onClick={() => setMenu(true)}>
        Menu with more
      </Button>
      <ActionMenu
        label="Menu with more"
        open={menu}
        onClose={() => setMenu(false)}
        anchor={opener.current}
        returnFocus={() => opener.current}
        items={[
          { label: 'With keys', shortcut: 'Mod-Shift-k', onSelect: nothing },
          { label: 'Set already', checked: true, onSelect: nothing },
          { label: 'More', items: ITEMS, onSelect: nothing },
        ]}
      />
      <Popover button={{ className: buttonClass('quiet'), children: 'Popover' }} title="A popover">
        <p>What stands behind a word.</p>
      </Popover>
      <Button onClick={() => setPanel(!panel)}>Panel</Button>
      {panel ? (
        <SidePanel label="Panel" onClose={() => setPanel(false)}>
          <p>Beside the text.</p>
          <PanelEntry aria-current="true">One that is chosen</PanelEntry>
          <PanelEntry>Another one</PanelEntry>
        </SidePanel>
      ) : null}
    </Part>
  );
}

function Searching({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const [text, setText] = useState('');
  const found = ['Curlew', 'Goose', 'Egret'].filter((bird) => bird.toLowerCase().includes(text));
  return (
    <Dialog title="Search in a dialog" open={open} onClose={onClose}>
      <OptionSearch
        id="birds"
        label="Search birds"
        listLabel="Birds"
        text={text}
        options={found.map((label) => ({ id: `bird-${label}`, label }))}
        count={`${found.length} found`}
        nothing="No bird is called so"
        onText={setText}
        onChoose={onClose}
      />
    </Dialog>
  );
}

function Lists(): ReactNode {
  const [active, setActive] = useState(1);
  return (
    <Part title="Lists">
      <div className={styles.list}>
        <OptionList
          id="options"
          label="Options"
          inTabOrder
          active={active}
          onActive={setActive}
          onChoose={setActive}
          options={[
            { id: 'option-1', label: 'Text', group: 'Blocks', shortcut: 'Mod-Alt-0' },
            {
              id: 'option-2',
              label: 'Bold',
              group: 'Marks',
              icon: <BoldIcon aria-hidden="true" />,
            },
            {
              id: 'option-3',
              label: 'A name that is longer than the list is wide',
              group: 'Marks',
            },
          ]}
        />
      </div>
      <Keys shortcut="Mod-Shift-k" />
      <QrCode text="https://example.org/" label="The address as a QR code" />
      <LongList
        label="Long list"
        items={LINES}
        keyOf={String}
        row={(line, place) => <li {...place}>{line}</li>}
      />
    </Part>
  );
}

function People(): ReactNode {
  return (
    <Part title="People">
      {COLORS.map((color) => (
        <Avatar key={color} name={`${color} heron`} color={`--person-${color}`} />
      ))}
      <VisuallyHidden>Only heard</VisuallyHidden>
    </Part>
  );
}
