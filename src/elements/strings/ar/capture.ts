import type {ContentGroup} from '../../../core/metadata/capture-contents.js';
import type {Mode} from '../../../model/media-type.js';
import type {Standing} from '../states.js';
import type {ObstacleName} from '../en/capture.js';
import type {capture as English} from '../en/capture.js';
import {by, lists, plurals} from '../wording.js';

const count = plurals('ar');
const list = lists('ar');

const obstacles: Record<ObstacleName, readonly [photo: string, recording: string]> = {
  pending: ['بانتظار إذنك', 'بانتظار إذنك'],
  denied: ['الكاميرا غير مسموح بها', 'الميكروفون غير مسموح به'],
  blocked: ['الكاميرا محظورة', 'الميكروفون محظور'],
  'not-found': ['لم يُعثر على كاميرا', 'لم يُعثر على ميكروفون'],
  'in-use': ['الكاميرا قيد الاستخدام', 'الميكروفون قيد الاستخدام'],
  insecure: ['هذه الصفحة غير آمنة', 'هذه الصفحة غير آمنة'],
  failed: ['لم تعمل الكاميرا', 'لم يعمل الميكروفون'],
};

const blocked = 'اسمح بالوصول في إعدادات المتصفح لهذه الصفحة، ثم اختر «حاول مرة أخرى».';

const help: Record<ObstacleName | 'policy', readonly [photo: string, recording: string]> = {
  pending: ['يطلب متصفحك الإذن. اختر «السماح».', 'يطلب متصفحك الإذن. اختر «السماح».'],
  denied: [
    'الصورة تحتاج إلى الكاميرا. يمكن لمتصفحك أن يسأل مرة أخرى.',
    'التسجيل يحتاج إلى الميكروفون. يمكن لمتصفحك أن يسأل مرة أخرى.',
  ],
  blocked: [blocked, blocked],
  policy: [
    'الموقع الذي يضمّ هذه الصفحة لا يسمح لها باستخدام الكاميرا.',
    'الموقع الذي يضمّ هذه الصفحة لا يسمح لها باستخدام الميكروفون.',
  ],
  'not-found': ['صِل كاميرا ثم حاول مرة أخرى.', 'صِل ميكروفونًا ثم حاول مرة أخرى.'],
  'in-use': [
    'يستخدم برنامج آخر الكاميرا. أغلقه ثم حاول مرة أخرى.',
    'يستخدم برنامج آخر الميكروفون. أغلقه ثم حاول مرة أخرى.',
  ],
  insecure: ['لا تعمل الكاميرات إلا عبر https.', 'لا تعمل الميكروفونات إلا عبر https.'],
  failed: ['حاول مرة أخرى أو استخدم كاميرا أخرى.', 'حاول مرة أخرى أو استخدم ميكروفونًا آخر.'],
};

const partMissing = 'لم يُحمَّل جزء من هذه الصفحة. تحقق من الشبكة ثم أعد تحميل الصفحة.';

export const standings: Record<Standing, string> = {
  held: 'بلا ختم بعد',
  misconfigured: 'بلا ختم بعد',
  'awaits-plate': 'بانتظار لوحة السيارة',
  sealing: 'جارٍ الختم',
  waiting: 'بانتظار الشبكة',
  delayed: 'بانتظار المحاولة التالية',
  sealed: 'تم الختم',
  delivering: 'تم الختم، جارٍ الرفع',
  undelivered: 'تم الختم، بانتظار الرفع',
  uploaded: 'تم الختم والرفع',
  failed: 'بلا ختم',
};

const still = [
  'ما زالت الصورة قيد الختم. لحظة من فضلك.',
  'ما زال التسجيل قيد الختم. لحظة من فضلك.',
  'صور ما زالت قيد الختم: #. لحظة من فضلك.',
  'تسجيلات ما زالت قيد الختم: #. لحظة من فضلك.',
] as const;

/** Of one photo, one recording, several photos, several recordings. */
const unsealed: Partial<
  Record<Standing, typeof still | readonly [string, string, string, string]>
> = {
  failed: [
    'الصورة غير مختومة. حاول مرة أخرى أو استبعدها.',
    'التسجيل غير مختوم. حاول مرة أخرى أو استبعده.',
    'صور غير مختومة: #. حاول مرة أخرى أو استبعدها.',
    'تسجيلات غير مختومة: #. حاول مرة أخرى أو استبعدها.',
  ],
  'awaits-plate': [
    'لم تُختم الصورة بعد. أكّد لوحة السيارة.',
    'لم يُختم التسجيل بعد. أكّد لوحة السيارة.',
    'صور لم تُختم بعد: #. أكّد لوحات السيارات.',
    'تسجيلات لم تُختم بعد: #. أكّد لوحات السيارات.',
  ],
  held: [
    'لم تُختم الصورة بعد.',
    'لم يُختم التسجيل بعد.',
    'صور لم تُختم بعد: #.',
    'تسجيلات لم تُختم بعد: #.',
  ],
  misconfigured: [
    'لم تُختم الصورة بعد. هذه الصفحة غير مضبوطة كما ينبغي: أبلغ صاحبها.',
    'لم يُختم التسجيل بعد. هذه الصفحة غير مضبوطة كما ينبغي: أبلغ صاحبها.',
    'صور لم تُختم بعد: #. هذه الصفحة غير مضبوطة كما ينبغي: أبلغ صاحبها.',
    'تسجيلات لم تُختم بعد: #. هذه الصفحة غير مضبوطة كما ينبغي: أبلغ صاحبها.',
  ],
  waiting: [
    'الصورة بانتظار الشبكة. ستُختم بعد ذلك تلقائيًا.',
    'التسجيل بانتظار الشبكة. سيُختم بعد ذلك تلقائيًا.',
    'صور بانتظار الشبكة: #. ستُختم بعد ذلك تلقائيًا.',
    'تسجيلات بانتظار الشبكة: #. ستُختم بعد ذلك تلقائيًا.',
  ],
  delayed: [
    'لم تُختم الصورة بعد. المحاولة التالية تلقائية.',
    'لم يُختم التسجيل بعد. المحاولة التالية تلقائية.',
    'صور لم تُختم بعد: #. المحاولة التالية تلقائية.',
    'تسجيلات لم تُختم بعد: #. المحاولة التالية تلقائية.',
  ],
};

const groupNames: Record<ContentGroup, string> = {
  place: 'الموقع الجغرافي',
  attitude: 'الوضعية',
  camera: 'الكاميرا',
  microphone: 'الميكروفون',
  device: 'الجهاز',
  network: 'الشبكة',
};

export const photos = (total: number, mode: Mode, rest: string) =>
  count(
    total,
    by(
      mode,
      {
        one: `صورة واحدة ${rest}`,
        other: `# صورة ${rest}`,
        zero: `# صورة ${rest}`,
        two: `صورتان ${rest}`,
        few: `# صور ${rest}`,
      },
      {
        one: `تسجيل واحد ${rest}`,
        other: `# تسجيلًا ${rest}`,
        zero: `# تسجيل ${rest}`,
        two: `تسجيلان ${rest}`,
        few: `# تسجيلات ${rest}`,
      },
    ),
  );

export const capture: Partial<typeof English> = {
  captureAsks: (mode, place, motion) => {
    if (place && motion)
      return by(
        mode,
        'سيطلب متصفحك الكاميرا والموقع الجغرافي ومستشعرات الحركة. الموقع والحركة اختياريان.',
        'سيطلب متصفحك الميكروفون والموقع الجغرافي ومستشعرات الحركة. الموقع والحركة اختياريان.',
      );
    if (place)
      return by(
        mode,
        'سيطلب متصفحك الكاميرا والموقع الجغرافي. الموقع اختياري.',
        'سيطلب متصفحك الميكروفون والموقع الجغرافي. الموقع اختياري.',
      );
    return motion
      ? by(
          mode,
          'سيطلب متصفحك الكاميرا ومستشعرات الحركة. الحركة اختيارية.',
          'سيطلب متصفحك الميكروفون ومستشعرات الحركة. الحركة اختيارية.',
        )
      : by(mode, 'شغّل الكاميرا لالتقاط صورة. تُختم بعد ذلك مباشرة.', 'يُختم التسجيل فور انتهائه.');
  },
  captureObstacle: (name, mode) => by(mode, ...obstacles[name]),
  captureObstacleHelp: (name, mode, code) =>
    (code === 'part_missing' ? partMissing : by(mode, ...help[name])) + (code && ` (${code})`),
  captureAskAgain: 'السؤال مرة أخرى',
  captureTryAgain: 'حاول مرة أخرى',
  captureContents: (groups, mode) =>
    groups.length > 0
      ? `سيُختم: ${list(groups.map((group) => groupNames[group]))}`
      : by(mode, 'سيُختم: الصورة وحدها', 'سيُختم: التسجيل وحده'),
  capturePlaceOff: 'الموقع متوقف',
  captureStands: (how, mode) => `${by(mode, 'آخر صورة', 'التسجيل')}: ${standings[how]}`,
  captureTimes: (taken, sealed) => `وقت الالتقاط: ${taken}${sealed && `\nوقت الختم: ${sealed}`}`,
  captureStorageLow: (mode) =>
    by(
      mode,
      'مساحة التخزين شبه ممتلئة. وفّر مساحة، وإلا فلن تُحفظ صور جديدة.',
      'مساحة التخزين شبه ممتلئة. وفّر مساحة، وإلا فلن تُحفظ تسجيلات جديدة.',
    ),
  captureSealedNow: (mode) => by(mode, 'خُتمت الصورة.', 'خُتم التسجيل.'),
  captureUploadedNow: 'تم الرفع.',
  captureFailedNow: (mode, isStored) =>
    isStored
      ? by(mode, 'الصورة غير مختومة. وهي محفوظة هنا.', 'التسجيل غير مختوم. وهو محفوظ هنا.')
      : by(
          mode,
          'الصورة غير مختومة. أبقِ هذه الصفحة مفتوحة.',
          'التسجيل غير مختوم. أبقِ هذه الصفحة مفتوحة.',
        ),
  captureAllFailed: (total, mode) => photos(total, mode, 'بلا ختم'),
  captureAllWaiting: (total, mode) => photos(total, mode, 'بانتظار الشبكة'),
  captureNoAccess: (total, mode) => photos(total, mode, 'بانتظار تسجيل دخولك'),
  captureMisconfigured: (total, mode) =>
    photos(total, mode, 'هنا، بلا ختم بعد. هذه الصفحة غير مضبوطة كما ينبغي: أبلغ صاحبها.'),
  captureNotSealedYet: (total, mode) => photos(total, mode, 'هنا، بلا ختم بعد'),
  captureNotUploaded: (total, mode) => photos(total, mode, '– تم الختم دون الرفع'),
  captureMissing: (mode) => by(mode, 'التقط صورة أولًا.', 'سجّل صوتًا أولًا.'),
  captureUnsealed: (how, total, mode) => {
    const [photo, recording, several, recordings] = unsealed[how] ?? still;
    return count(
      total,
      by(mode, {one: photo, other: several}, {one: recording, other: recordings}),
    );
  },
  captureLeaveOut: 'استبعاد',
  captureDisabled: 'أوقفت الصفحة ذلك.',
};
