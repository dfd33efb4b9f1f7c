import {generator} from '../sealing/seal-digest.js';

/**
 * crJSON of a file without a manifest. Its schema requires a list of manifests, which may be empty; the engine
 * itself fails for such a file.
 */
export const crJsonWithoutManifest = (): string =>
  JSON.stringify({
    '@context': {
      '@vocab': 'https://c2pa.org/crjson',
      extras: 'https://c2pa.org/crjson/extras',
    },
    manifests: [],
    jsonGenerator: {name: generator.name, version: generator.version},
  });
