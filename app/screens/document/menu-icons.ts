/** The icons of the document's own menu, loaded after the page. */
export {
  CopyIcon,
  CountsIcon,
  ExportIcon,
  OutlineIcon,
  ReadingIcon,
  RestoreIcon,
  SettingsIcon,
  TemplateIcon,
  TrashIcon,
} from '../../ui/icons.ts';
