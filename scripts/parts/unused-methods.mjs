/**
 * Takes out of built scripts the methods of classes, and what CommonJS modules export, that nothing in
 * the app calls. Bundlers drop functions that nobody uses, but keep every method of a class that
 * somebody does, and all of a CommonJS module.
 *
 * Invariant: a method or an export stays if its name stands anywhere in any script of the app, as a
 * property, a key or a word of a text; and the names that browsers call by themselves always stay.
 */

/** What JavaScript and browsers call without anybody naming it. */
const CALLED_BY_THE_LANGUAGE = new Set([
  'toJSON',
  'toString',
  'valueOf',
  'then',
  'next',
  'return',
  'throw',
  'handleEvent',
]);

/**
 * @param {Map<string, string>} scripts the code of each file of the app, minified or not
 * @param {string} from the file to take methods out of
 * @param {(code: string) => object} parse gives an ESTree
 * @returns {string} its code without them
 */
export function withoutUnusedMethods(scripts, from, parse) {
  const code = scripts.get(from) ?? '';
  const uses = new Map();
  const methods = [];
  for (const [file, script] of scripts) {
    const tree = parse(script);
    count(namesIn(tree), uses, 1);
    if (file === from) methods.push(...methodsIn(tree), ...exportsIn(tree, script));
  }
  /** What only unused methods use is unused, too. */
  const unused = new Set();
  for (let found = true; found; ) {
    found = false;
    for (const { name } of methods) {
      const living = methods.filter((method) => method.name === name && !unused.has(method));
      if (living.length === 0 || CALLED_BY_THE_LANGUAGE.has(name)) continue;
      const own = living.reduce((sum, method) => sum + (method.uses.get(name) ?? 0), 0);
      if ((uses.get(name) ?? 0) > own) continue;
      found = true;
      for (const method of living) {
        unused.add(method);
        count(method.uses, uses, -1);
      }
    }
  }
  let left = code;
  for (const { start, end, instead = '' } of [...unused].sort((a, b) => b.start - a.start))
    left = left.slice(0, start) + instead + left.slice(end);
  return left;
}

function methodsIn(tree) {
  const methods = [];
  walk(tree, (node) => {
    if (node.type !== 'MethodDefinition' || node.computed || node.kind === 'constructor') return;
    if (node.key.type !== 'Identifier') return;
    const { start, end } = node;
    methods.push({ name: node.key.name, start, end, uses: namesIn(node.value) });
  });
  return methods;
}

/** What the bundler hands to a CommonJS module for its exports. */
const EMPTY_EXPORTS = /\{\s*exports\s*:\s*\{\s*\}\s*\}\s*\)\s*\.exports/;

/** Functions that a CommonJS module exports: `exports.name = function …`, in whatever words. */
function exportsIn(tree, code) {
  /** What makes a module of a function; the only way in which modules are made. */
  const makers = new Set();
  walk(tree, ({ type, id, init }) => {
    if (type !== 'VariableDeclarator' || !init) return;
    if (EMPTY_EXPORTS.test(code.slice(init.start, init.end)) && init.end - init.start < 200)
      makers.add(id.name);
  });
  const found = [];
  walk(tree, ({ type, callee, arguments: [module] = [] }) => {
    if (type !== 'CallExpression' || !makers.has(callee.name)) return;
    const name = module?.params?.[0]?.name;
    if (name === undefined || module.body.type !== 'BlockStatement') return;
    for (const { type, expression } of module.body.body) {
      if (type !== 'ExpressionStatement') continue;
      for (const each of expression.expressions ?? [expression])
        if (isExport(each, name)) {
          const { start, end, left } = each;
          found.push({ name: left.property.name, start, end, instead: '0', uses: namesIn(each) });
        }
    }
  });
  return found;
}

function isExport({ type, left, right }, exports) {
  return (
    type === 'AssignmentExpression' &&
    left.type === 'MemberExpression' &&
    !left.computed &&
    left.object.name === exports &&
    /^(Arrow)?FunctionExpression$/.test(right.type)
  );
}

/** How often each name stands where a method could be meant. */
function namesIn(tree) {
  const names = new Map();
  const add = (name) => names.set(name, (names.get(name) ?? 0) + 1);
  walk(tree, (node) => {
    if (node.type === 'MemberExpression' && !node.computed) add(node.property.name);
    else if (node.type === 'Property' && !node.computed) add(node.key.name ?? node.key.value);
    else if (node.type === 'Literal' && typeof node.value === 'string')
      node.value.split(/[^\w$]+/).forEach(add);
    else if (node.type === 'TemplateElement') node.value.raw.split(/[^\w$]+/).forEach(add);
  });
  return names;
}

function walk(node, visit) {
  if (Array.isArray(node)) {
    for (const each of node) walk(each, visit);
  } else if (node !== null && typeof node === 'object') {
    if (typeof node.type === 'string') visit(node);
    for (const value of Object.values(node)) {
      if (value !== null && typeof value === 'object') walk(value, visit);
    }
  }
}

function count(from, into, sign) {
  for (const [name, times] of from) into.set(name, (into.get(name) ?? 0) + sign * times);
}
