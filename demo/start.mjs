// `npm start`: the service, the demo and the documentation on one origin, ready to capture, seal and inspect.
import {build, buildSite, installPackages} from './prepare.mjs';

installPackages();
build();
buildSite();
await import('./server.mjs');
