/**
 * Takes out of React's own build what this app never uses: what pages need that a server has drawn (the
 * app is drawn in the browser alone, by `createRoot`, so nothing is ever hydrated), its components for
 * view transitions and for lists of what is suspended, refs of fragments, what asks for files in
 * advance, and what moves styles, titles and links into the head of the page. No name of a minified
 * function helps whoever reads an error.
 *
 * Invariant: what is taken out cannot run where `hydrateRoot` is never called, neither `ViewTransition`
 * nor `SuspenseList` is ever drawn, no fragment has a ref, nobody calls `preload` and its like, and
 * nothing that is drawn is for the head, nor is it the page's own `html`, `head` or `body`; a React that
 * is written otherwise ends the build rather than being changed by half.
 */

/** Where React says that nothing is being hydrated yet; before it the same word names parameters. */
const DECLARED = /\bisHydrating = !1,/;

/**
 * @param {string} code of `react-dom-client.production.js`
 * @returns {string} the same without hydration
 */
export function clientOnly(code) {
  const declared = DECLARED.exec(code);
  if (!declared) throw new Error('React says otherwise that it hydrates.');
  const start = declared.index + declared[0].length;
  let rest = code.slice(start);
  const replace = (what, by) => {
    if (rest.search(what) < 0) throw new Error(`React has no ${what} any more.`);
    rest = rest.replace(what, by);
  };
  // Nothing begins it, so nothing is in it.
  replace(/\bisHydrating = !?[\w$]+/g, 'void 0');
  replace(/\bisHydrating\b(?!\$)/g, '!1');
  replace(/[\w$.]+\.isDehydrated\b/g, '!1');
  replace(/null !== [\w$.]+\.dehydrated\b/g, '!1');
  replace(/null === [\w$.]+\.dehydrated\b/g, '!0');
  replace(/(?<== )prevState\.dehydrated\b/g, 'null');
  const head = code.slice(0, start);
  const frames = /^function describeNativeComponentFrame\(fn, construct\) \{\n[\s\S]*?^\}\n/m;
  if (!frames.test(head)) throw new Error('React describes its components otherwise.');
  replace(/,\n {2}D: prefetchDNS,[\s\S]*?\n {2}M: preinitModuleScript\n/, '\n');
  const without = head.replace(frames, "function describeNativeComponentFrame() { return ''; }\n");
  const less = withoutHoistables(withoutViewTransitions(without + rest));
  return withoutCases(less, SUSPENSE_LIST);
}

/** What asks for files in advance: the page does, and what is loaded later asks by itself. */
const HINTS = ['preconnect', 'prefetchDNS', 'preinit', 'preinitModule', 'preload', 'preloadModule'];

/**
 * @param {string} code of `react-dom.production.js`
 * @returns {string} the same without them
 */
export function withoutHints(code) {
  return HINTS.reduce((rest, name) => {
    const hint = new RegExp(`^exports\\.${name} = function \\([\\s\\S]*?^\\};\n`, 'm');
    if (!hint.test(rest)) throw new Error(`React has no ${name} any more.`);
    return rest.replace(hint, '');
  }, code);
}

/**
 * The tags of fibers of which there are none: a `ViewTransition`, a `SuspenseList`, what React moves into
 * the page's head (styles, titles and the like), and the page's own `html`, `head` and `body`.
 */
const VIEW_TRANSITION = 30;
const SUSPENSE_LIST = 19;
const HOISTABLE = 26;
const SINGLETON = 27;

/** Whatever is drawn, also a style or a title, is drawn where it stands. */
function withoutHoistables(code) {
  const decided = /isHostHoistableType\([^()]*\)\s*\? 26\s*: "html" === type [^:]*\? 27\s*: 5/;
  if (!decided.test(code)) throw new Error('React decides otherwise what it hoists.');
  const rest = code.replace(decided, '5');
  return [HOISTABLE, SINGLETON].reduce((less, tag) => {
    const isNone = less
      .replace(new RegExp(`\\b${tag} === [\\w$.]+`, 'g'), '!1')
      .replace(new RegExp(`\\b${tag} !== [\\w$.]+`, 'g'), '!0');
    return withoutCases(isNone, tag);
  }, rest);
}

/** @param {string} code */
function withoutViewTransitions(code) {
  let rest = code;
  const replace = (what, by) => {
    if (rest.search(what) < 0) throw new Error(`React has no ${what} any more.`);
    rest = rest.replace(what, by);
  };
  replace(new RegExp(`\\b${VIEW_TRANSITION} === [\\w$.]+\\.tag\\b`, 'g'), '!1');
  // What is only ever set where there is one, or for one to be asked.
  for (const [name, set] of [
    ['shouldStartViewTransition', /!0|!1/],
    ['viewTransitionMutationContext', /!0|!1|[\w$]+/],
  ]) {
    replace(new RegExp(`(?<!\\bvar )\\b${name} = (?:${set.source})`, 'g'), 'void 0');
    replace(new RegExp(`(?<!\\bvar )\\b${name}\\b(?! =)`, 'g'), '!1');
  }
  replace(/null !== pendingViewTransition\b/g, '!1');
  return withoutMethods(withoutCases(rest, VIEW_TRANSITION));
}

/** What refs of view transitions and of fragments can do: the app has neither. */
function withoutMethods(code) {
  const methods =
    /^(?:ViewTransitionPseudoElement|FragmentInstance)\.prototype\.\w+ = function \([\s\S]*?^\};\n/gm;
  if (!methods.test(code)) throw new Error('React has no refs of fragments any more.');
  return code.replace(methods, '');
}

/**
 * Takes out what a switch does with a tag, where no other case goes on into it. Names that are declared
 * there and used elsewhere stay declared: it becomes what can never run.
 */
function withoutCases(code, tag) {
  const lines = code.split('\n');
  const kept = [];
  let count = 0;
  for (let at = 0; at < lines.length; at++) {
    const indent = new RegExp(`^( *)case ${tag}:$`).exec(lines[at])?.[1];
    if (indent === undefined) {
      kept.push(lines[at]);
      continue;
    }
    const before = kept.at(-1) ?? '';
    const body = [];
    if (!new RegExp(`^${indent}case \\d+:$`).test(before)) {
      if (!hasEnded(kept, indent)) {
        kept.push(lines[at]);
        continue;
      }
      while (lines[at + 1]?.startsWith(`${indent} `)) body.push(lines[++at]);
    }
    count++;
    // A statement cannot be the first of a switch.
    if (body.length > 0) {
      if (before.endsWith('{')) kept.push(lines[at - body.length]);
      kept.push(`${indent}  if (!1) {`, ...body, `${indent}  }`);
      // For those that follow: what is before this has ended.
      kept.push(`${indent}  break;`);
    }
  }
  if (count === 0) throw new Error(`React has no case ${tag} any more.`);
  return kept.join('\n');
}

/** Whether a case of a switch with this indent goes on into no other one, as far as these lines. */
function hasEnded(lines, indent) {
  if (/^ *switch \(.*\) \{$/.test(lines.at(-1) ?? '')) return true;
  const statement = lines.findLast(
    (line) => /^ *(?=[^ ])/.exec(line)?.[0].length === indent.length + 2 && !/^ *\);$/.test(line),
  );
  return /^ *(?:break;|return\b)/.test(statement ?? '');
}
