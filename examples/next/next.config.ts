import type {NextConfig} from 'next';

// Plain files, which any server can serve. Without `STATIC`, the settings are those of a new app, for `next start`.
const isStatic = !!process.env.STATIC;

const config: NextConfig = {
  output: isStatic ? 'export' : undefined,
  // Pages that a person has left stay mounted, hidden.
  cacheComponents: !isStatic,
  partialPrefetching: !isStatic,
};

export default config;
