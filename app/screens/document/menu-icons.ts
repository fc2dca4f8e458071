/** The icons of the document's own menu, loaded after the page. */
export { CopyIcon, ExportIcon, RestoreIcon, SettingsIcon, TrashIcon } from '../../ui/icons.ts';
