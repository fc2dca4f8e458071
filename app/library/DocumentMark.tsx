/** What stands before the name of a document: the icon that was chosen for it, or a sheet of paper. */
import type { ComponentType, ReactNode, SVGProps } from 'react';
import { cx } from '../ui/cx.ts';
import { DocumentIcon } from '../ui/icons.ts';
import styles from './DocumentMark.module.css';

export function DocumentMark({
  icon,
  otherwise: Otherwise = DocumentIcon,
  className,
}: {
  /** '' where none was chosen. */
  icon: string;
  otherwise?: ComponentType<SVGProps<SVGSVGElement>>;
  className?: string | undefined;
}): ReactNode {
  return icon ? (
    <span aria-hidden="true" className={cx(styles.icon, className)}>
      {icon}
    </span>
  ) : (
    <Otherwise aria-hidden="true" className={className} />
  );
}
