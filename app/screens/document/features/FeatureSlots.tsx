/**
 * Draws what the features of a document bring, each in its place, and has their commands and what
 * they do in the text begin and end with the text. Loaded after the text.
 *
 * Invariant: which features there are is told from outside; none is known here.
 */
import { type ReactNode, useEffect } from 'react';
import { namedCommands } from '../../../editor/commands/lazy-commands.ts';
import { Contained } from '../../../ui/Contained.tsx';
import { Needed, Opening, useLazy } from '../../../ui/lazy.tsx';
import type {
  DocumentFeature,
  DocumentOnScreen,
  FeatureParts,
  FeatureProps,
  SlotProps,
} from './features.ts';

/** Above the text. */
export function Notices(props: SlotProps): ReactNode {
  return props.features.map((feature) => (
    <Standing key={feature.id} {...props} feature={feature} slot="Notice" />
  ));
}

/** At the foot of the page. */
export function Feet(props: SlotProps): ReactNode {
  return props.features.map((feature) => (
    <Standing key={feature.id} {...props} feature={feature} slot="Foot" />
  ));
}

/** Beside the text; and what a feature does without being seen. */
export function Panels(props: SlotProps): ReactNode {
  const { features, page, open } = props;
  return features.map((feature) => (
    <div key={feature.id} style={{ display: 'contents' }}>
      <Doing feature={feature} features={features} page={page} />
      {feature.isPanel ? (
        <Opening
          part={feature.parts}
          what={feature.name()}
          open={open.isOpen(feature)}
          onClose={() => open.set(feature, false)}
        >
          {({ Panel }) =>
            Panel && open.isOpen(feature) ? (
              <Contained onFailed={() => open.set(feature, false)}>
                <Panel {...propsOf(props, feature)} />
              </Contained>
            ) : null
          }
        </Opening>
      ) : null}
    </div>
  ));
}

function Standing({
  feature,
  slot,
  ...props
}: SlotProps & { feature: DocumentFeature; slot: 'Notice' | 'Foot' }): ReactNode {
  return (
    <Needed part={feature.parts}>
      {({ [slot]: Part }: FeatureParts) =>
        Part ? (
          <Contained>
            <Part {...propsOf(props, feature)} />
          </Contained>
        ) : null
      }
    </Needed>
  );
}

interface DoingProps {
  feature: DocumentFeature;
  features: readonly DocumentFeature[];
  page: DocumentOnScreen;
}

function Doing({ feature, features, page }: DoingProps): ReactNode {
  const parts = useLazy(feature.parts);
  const editorHasIts = useLazy(namedCommands) !== null;
  useEffect(() => parts?.follow?.(page), [parts, page]);
  useEffect(() => {
    if (!parts?.commands || !editorHasIts) return;
    const { menus } = page;
    const own = parts.commands(page);
    menus.commands = [...menus.commands, ...own];
    return () => {
      menus.commands = menus.commands.filter((command) => !own.includes(command));
    };
  }, [parts, page, editorHasIts]);
  useEffect(() => {
    const { menus } = page;
    if (!parts || !editorHasIts || !menus.around) return;
    const known = new Set(menus.commands.flatMap(({ keys = [] }) => keys));
    // Whoever only reads has fewer of them.
    const haveAll = features.every((each) => {
      const brought = each.parts.get();
      return (
        brought?.commands?.(page).every(({ keys = [] }) => keys.every((key) => known.has(key))) ??
        brought !== null
      );
    });
    if (!haveAll) return;
    for (const tell of menus.around) tell();
    menus.around = null;
  }, [parts, features, page, editorHasIts]);
  return null;
}

function propsOf({ page, open }: SlotProps, feature: DocumentFeature): FeatureProps {
  return {
    page,
    isOpen: open.isOpen(feature),
    byKey: open.byKey(feature),
    onOpen: (isOpen) => open.set(feature, isOpen),
  };
}
