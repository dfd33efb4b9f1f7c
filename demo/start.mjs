// `npm start`: the service and the demo site on one origin, ready to capture, seal and inspect.
import {build, installPackages} from './prepare.mjs';

installPackages();
build();
await import('./server.mjs');
