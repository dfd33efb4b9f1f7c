import {variants} from '../../variants.js';
import {inspectorScreens} from './inspector-screens.js';
import {describeNarrow, narrowLanguages} from './narrow.js';

describeNarrow('the inspector', inspectorScreens, variants(narrowLanguages));
