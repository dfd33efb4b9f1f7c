// The parts of package-lock.json that belong to one package: for its bill of materials and for its own lock.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {root} from '../prepare.mjs';

export const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** The location of a dependency as Node resolves it: in the folder of the dependent package, then in its parents. */
function placeOf(name, from) {
  for (let folder = from; ; folder = folder.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, '')) {
    const place = `${folder && `${folder}/`}node_modules/${name}`;
    if (place in lock.packages) return place;
    if (folder === '') return undefined;
  }
}

/** The locations that these dependencies lead to. `namesIn` returns the names that are followed in an entry. */
function placesOf(dependencies, namesIn) {
  const found = new Set();
  const follow = (names, from) => {
    for (const name of names) {
      const place = placeOf(name, from);
      if (place === undefined || found.has(place)) continue;
      found.add(place);
      follow(namesIn(lock.packages[place]), place);
    }
  };
  follow(Object.keys(dependencies), '');
  return found;
}

const required = ({dependencies}) => Object.keys(dependencies ?? {});
const all = ({dependencies, optionalDependencies}) =>
  Object.keys({...dependencies, ...optionalDependencies});

/** The part of the lock file for a package with these dependencies: its locations in `node_modules`. */
export const locked = (dependencies) =>
  new Map(
    [...placesOf(dependencies, all)].map((place) => {
      // A bundled library already contains its peer dependencies.
      const {version, resolved, integrity, license, dependencies, optionalDependencies} =
        lock.packages[place];
      return [place, {version, resolved, integrity, license, dependencies, optionalDependencies}];
    }),
  );

const REGISTRY = 'https://registry.npmjs.org/';

/** What the repository's lock says of a package's place there. */
const OF_REPOSITORY = ['dev', 'optional', 'devOptional', 'peer', 'funding'];

/** The content of `npm-shrinkwrap.json` for a package, with the optional dependencies of every platform. */
export function shrinkwrapOf(description) {
  const {name, version, license, engines, bin, dependencies} = description;
  const {peerDependencies, peerDependenciesMeta} = description;
  const needed = placesOf(dependencies, required);
  const packages = [...placesOf(dependencies, all)].sort().map((place) => {
    // In the repository nearly all packages are for its development.
    const {resolved, ...locked} = lock.packages[place];
    const entry = Object.fromEntries(
      Object.entries(locked).filter(([key]) => !OF_REPOSITORY.includes(key)),
    );
    const fromRegistry = resolved?.startsWith(REGISTRY) && {resolved};
    return [place, {...entry, ...fromRegistry, ...(!needed.has(place) && {optional: true})}];
  });
  const own = {name, version, license, dependencies, bin, engines};
  return {
    name,
    version,
    lockfileVersion: lock.lockfileVersion,
    requires: true,
    packages: {
      '': {...own, peerDependencies, peerDependenciesMeta},
      ...Object.fromEntries(packages),
    },
  };
}
