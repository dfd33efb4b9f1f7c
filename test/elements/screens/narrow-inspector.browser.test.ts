import {inspectorScreens} from './inspector-screens.js';
import {describeNarrow} from './narrow.js';

describeNarrow('the inspector', inspectorScreens);
