/**
 * Lets a program load parts of the editor that come with what only a page has, a style sheet or the
 * address of a worker: where nothing is drawn, that is empty. To be imported before those parts are.
 */
import { registerHooks } from 'node:module';

registerHooks({
  load: (url, context, next) =>
    /\.css$|[?&]url$/.test(url)
      ? { format: 'module', source: "export default '';", shortCircuit: true }
      : next(url, context),
});
