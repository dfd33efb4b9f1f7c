import type {ContentGroup} from '../../../core/metadata/capture-contents.js';
import type {Mode} from '../../../model/media-type.js';
import type {Standing} from '../states.js';
import type {ObstacleName} from '../en/capture.js';
import type {capture as English} from '../en/capture.js';
import {by, lists, plurals} from '../wording.js';

const count = plurals('pt');
const list = lists('pt');

const obstacles: Record<ObstacleName, readonly [photo: string, recording: string]> = {
  pending: ['Aguardando sua permissão', 'Aguardando sua permissão'],
  denied: ['Câmera não permitida', 'Microfone não permitido'],
  blocked: ['Câmera bloqueada', 'Microfone bloqueado'],
  'not-found': ['Nenhuma câmera encontrada', 'Nenhum microfone encontrado'],
  'in-use': ['A câmera já está em uso', 'O microfone já está em uso'],
  insecure: ['Esta página não é segura', 'Esta página não é segura'],
  failed: ['A câmera não iniciou', 'O microfone não iniciou'],
};

const blocked =
  'Permita o acesso nas configurações do navegador para esta página e depois escolha “Tentar de novo”.';

const help: Record<ObstacleName | 'policy', readonly [photo: string, recording: string]> = {
  pending: [
    'Seu navegador está perguntando. Escolha “Permitir”.',
    'Seu navegador está perguntando. Escolha “Permitir”.',
  ],
  denied: [
    'Uma foto precisa da câmera. Seu navegador pode perguntar de novo.',
    'Uma gravação precisa do microfone. Seu navegador pode perguntar de novo.',
  ],
  blocked: [blocked, blocked],
  policy: [
    'O site que incorpora esta página não permite que ela use a câmera.',
    'O site que incorpora esta página não permite que ela use o microfone.',
  ],
  'not-found': ['Conecte uma câmera e tente de novo.', 'Conecte um microfone e tente de novo.'],
  'in-use': [
    'Outro programa está usando a câmera. Feche-o e tente de novo.',
    'Outro programa está usando o microfone. Feche-o e tente de novo.',
  ],
  insecure: ['Câmeras só funcionam com https.', 'Microfones só funcionam com https.'],
  failed: ['Tente de novo ou use outra câmera.', 'Tente de novo ou use outro microfone.'],
};

const partMissing = 'Uma parte desta página não carregou. Verifique a rede e recarregue a página.';

export const standings: Record<Standing, string> = {
  held: 'ainda sem selo',
  misconfigured: 'ainda sem selo',
  'awaits-plate': 'espera a placa',
  sealing: 'selando',
  waiting: 'espera a rede',
  delayed: 'espera a próxima tentativa',
  sealed: 'com selo',
  delivering: 'com selo, enviando',
  undelivered: 'com selo, à espera do envio',
  uploaded: 'com selo e no servidor',
  failed: 'sem selo',
};

const still = [
  'A foto ainda está sendo selada. Aguarde um momento.',
  'A gravação ainda está sendo selada. Aguarde um momento.',
  '# fotos ainda estão sendo seladas. Aguarde um momento.',
  '# gravações ainda estão sendo seladas. Aguarde um momento.',
] as const;

/** Of one photo, one recording, several photos, several recordings. */
const unsealed: Partial<
  Record<Standing, typeof still | readonly [string, string, string, string]>
> = {
  failed: [
    'A foto não está selada. Tente de novo ou deixe-a de fora.',
    'A gravação não está selada. Tente de novo ou deixe-a de fora.',
    '# fotos não estão seladas. Tente de novo ou deixe-as de fora.',
    '# gravações não estão seladas. Tente de novo ou deixe-as de fora.',
  ],
  'awaits-plate': [
    'A foto ainda não está selada. Confirme a placa.',
    'A gravação ainda não está selada. Confirme a placa.',
    '# fotos ainda não estão seladas. Confirme as placas.',
    '# gravações ainda não estão seladas. Confirme as placas.',
  ],
  held: [
    'A foto ainda não está selada.',
    'A gravação ainda não está selada.',
    '# fotos ainda não estão seladas.',
    '# gravações ainda não estão seladas.',
  ],
  misconfigured: [
    'A foto ainda não está selada. Esta página está mal configurada: avise o responsável.',
    'A gravação ainda não está selada. Esta página está mal configurada: avise o responsável.',
    '# fotos ainda não estão seladas. Esta página está mal configurada: avise o responsável.',
    '# gravações ainda não estão seladas. Esta página está mal configurada: avise o responsável.',
  ],
  waiting: [
    'A foto espera a rede. Depois ela será selada automaticamente.',
    'A gravação espera a rede. Depois ela será selada automaticamente.',
    '# fotos esperam a rede. Depois elas serão seladas automaticamente.',
    '# gravações esperam a rede. Depois elas serão seladas automaticamente.',
  ],
  delayed: [
    'A foto ainda não está selada. A próxima tentativa é automática.',
    'A gravação ainda não está selada. A próxima tentativa é automática.',
    '# fotos ainda não estão seladas. A próxima tentativa é automática.',
    '# gravações ainda não estão seladas. A próxima tentativa é automática.',
  ],
};

const groupNames: Record<ContentGroup, string> = {
  place: 'Localização',
  attitude: 'Orientação',
  camera: 'Câmera',
  microphone: 'Microfone',
  device: 'Aparelho',
  network: 'Rede',
};

export const photos = (total: number, mode: Mode, rest: string) =>
  count(
    total,
    by(
      mode,
      {one: `# foto ${rest}`, other: `# fotos ${rest}`},
      {one: `# gravação ${rest}`, other: `# gravações ${rest}`},
    ),
  );

export const capture: Partial<typeof English> = {
  captureAsks: (mode, place, motion) => {
    if (place && motion)
      return by(
        mode,
        'Seu navegador pedirá a câmera, a localização e os sensores de movimento. Localização e movimento são opcionais.',
        'Seu navegador pedirá o microfone, a localização e os sensores de movimento. Localização e movimento são opcionais.',
      );
    if (place)
      return by(
        mode,
        'Seu navegador pedirá a câmera e a localização. A localização é opcional.',
        'Seu navegador pedirá o microfone e a localização. A localização é opcional.',
      );
    return motion
      ? by(
          mode,
          'Seu navegador pedirá a câmera e os sensores de movimento. O movimento é opcional.',
          'Seu navegador pedirá o microfone e os sensores de movimento. O movimento é opcional.',
        )
      : by(
          mode,
          'Ligue a câmera para tirar uma foto. Ela é selada logo depois.',
          'A gravação é selada assim que termina.',
        );
  },
  captureObstacle: (name, mode) => by(mode, ...obstacles[name]),
  captureObstacleHelp: (name, mode, code) =>
    (code === 'part_missing' ? partMissing : by(mode, ...help[name])) + (code && ` (${code})`),
  captureAskAgain: 'Perguntar de novo',
  captureTryAgain: 'Tentar de novo',
  captureContents: (groups, mode) =>
    groups.length > 0
      ? `Será selado: ${list(groups.map((group) => groupNames[group]))}`
      : by(mode, 'Será selada: só a foto', 'Será selada: só a gravação'),
  capturePlaceOff: 'Localização desativada',
  captureStands: (how, mode) => `${by(mode, 'Última foto', 'Gravação')}: ${standings[how]}`,
  captureTimes: (taken, sealed) => `Captura: ${taken}${sealed && `\nSelo: ${sealed}`}`,
  captureStorageLow: (mode) =>
    by(
      mode,
      'O armazenamento está quase cheio. Libere espaço ou novas fotos não poderão ser guardadas.',
      'O armazenamento está quase cheio. Libere espaço ou novas gravações não poderão ser guardadas.',
    ),
  captureSealedNow: (mode) => by(mode, 'Foto selada.', 'Gravação selada.'),
  captureUploadedNow: 'Envio concluído.',
  captureFailedNow: (mode, isStored) =>
    isStored
      ? by(
          mode,
          'Foto sem selo. Ela fica guardada aqui.',
          'Gravação sem selo. Ela fica guardada aqui.',
        )
      : by(
          mode,
          'Foto sem selo. Mantenha esta página aberta.',
          'Gravação sem selo. Mantenha esta página aberta.',
        ),
  captureAllFailed: (total, mode) => photos(total, mode, 'sem selo'),
  captureAllWaiting: (total, mode) => photos(total, mode, 'à espera da rede'),
  captureNoAccess: (total, mode) => photos(total, mode, 'à espera do seu login'),
  captureMisconfigured: (total, mode) =>
    photos(
      total,
      mode,
      'aqui, ainda sem selo. Esta página está mal configurada: avise o responsável.',
    ),
  captureNotSealedYet: (total, mode) => photos(total, mode, 'aqui, ainda sem selo'),
  captureNotUploaded: (total, mode) => photos(total, mode, 'com selo, mas sem envio'),
  captureMissing: (mode) => by(mode, 'Tire primeiro uma foto.', 'Faça primeiro uma gravação.'),
  captureUnsealed: (how, total, mode) => {
    const [photo, recording, several, recordings] = unsealed[how] ?? still;
    return count(
      total,
      by(mode, {one: photo, other: several}, {one: recording, other: recordings}),
    );
  },
  captureLeaveOut: 'Deixar de fora',
  captureDisabled: 'A página desativou isto.',
};
