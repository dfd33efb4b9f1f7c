import type {Options} from '../options/configuration.js';

/** The options for a capture: the page's tags with the caption, which is the tag `caption`. */
export function withCaption(options: Options, caption: string): Options {
  return caption ? {...options, tags: {...options.tags, caption}} : options;
}
