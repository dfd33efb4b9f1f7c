import type {LabelState} from '../../../../model/inspection/label-state.js';
import type {verdict as English} from '../../en/inspection/verdict.js';

const headings: Record<LabelState, string> = {
  valid: 'الختم سليم.',
  interim: 'سليم، ومعروف من قائمة مغلقة.',
  untrusted: 'سليم، لكن الموقِّع غير معروف هنا.',
  invalid: 'الختم مكسور.',
  none: 'بلا ختم.',
  unchecked: 'تعذّر الفحص.',
};

/** Who and when, as far as both are known. */
const signing = (name?: string, time?: string): string => {
  if (name && time) return `من ${name} في ${time}`;
  return name ? `من ${name}` : `في ${time ?? ''}`;
};

export const verdict: Partial<typeof English> = {
  verdict: (state) => headings[state],
  partlyConfirmed: 'سليم، لكن ليس كل شيء مؤكدًا.',
  unchanged: (name, source) => {
    const since = name ? `لم يتغيّر شيء منذ ختمه ${name}` : 'لم يتغيّر شيء منذ الختم';
    if (source === 'unknown') return `${since}، لكن موقِّع الملف المصدر غير موثوق به.`;
    return source === 'broken' ? `${since}، لكن الملف المصدر كان ختمه مكسورًا.` : `${since}.`;
  },
  unknownSigner: (name = 'الموقِّع', byService = true) =>
    byService
      ? `لم يتغيّر شيء منذ الختم، لكن ${name} ليس من الموقِّعين الذين تثق بهم هذه الخدمة.`
      : `لم يتغيّر شيء منذ الختم، لكن ${name} ليس من الموقِّعين الموثوق بهم هنا.`,
  changed: 'تغيّر الملف بعد ختمه.',
  notConfirmed: 'لا يمكن الاعتماد على ما يقوله هذا الملف عن نفسه.',
  notChecked: 'لم يتبيّن شيء عن هذا الملف، لا له ولا عليه.',
  noSeal: 'لا يحمل هذا الملف ختمًا. لا يعني ذلك أنه مزيف.',
  sealedBy: (name, time) => `خُتم ${signing(name, time)}.`,
  sealedAndStamped: (name, time) =>
    name
      ? `خُتم من ${name}. يذكر طابعه الزمني ${time}، ومن أعطاه غير معروف.`
      : `خُتم. يذكر طابعه الزمني ${time}، ومن أعطاه غير معروف.`,
  sealedAtLatest: (name, time) =>
    name ? `خُتم من ${name}، في موعد أقصاه ${time}.` : `خُتم في موعد أقصاه ${time}.`,
  saysSealedBy: (name, time) => `يقول الملف إنه خُتم ${signing(name, time)}.`,
};
