import {variants} from '../../variants.js';
import {cameraScreens} from './camera-screens.js';
import {describeNarrow, narrowLanguages} from './narrow.js';
import {photoScreens} from './photo-screens.js';
import {recorderScreens} from './recorder-screens.js';

const langs = variants(narrowLanguages);
describeNarrow('the camera', cameraScreens, narrowLanguages);
describeNarrow('photos', photoScreens, langs);
describeNarrow('the recorder', recorderScreens, langs);
