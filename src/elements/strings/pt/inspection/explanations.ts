import type {VerdictReason} from '../../en/inspection/explanations.js';
import type {explanations as English} from '../../en/inspection/explanations.js';
import {explainer} from '../../wording.js';

const sentences: Record<string, string> = {
  'claimSignature.validated': 'A assinatura do selo está correta.',
  'claimSignature.insideValidity': 'O certificado era válido quando o selo foi feito.',
  'claimSignature.outsideValidity': 'O certificado não era válido quando o selo foi feito.',
  'claimSignature.mismatch': 'A assinatura não corresponde ao selo: o selo foi alterado.',
  'claimSignature.missing': 'O selo não tem assinatura.',
  'signingCredential.trusted': 'O signatário está entre os considerados confiáveis aqui.',
  'signingCredential.untrusted': 'O signatário não está entre os considerados confiáveis aqui.',
  'org.sealed-capture.interimSigner':
    'O signatário só é conhecido pela lista provisória, encerrada em janeiro de 2026.',
  'org.sealed-capture.timeStamp.interim':
    'A autoridade de carimbo de tempo só é conhecida pela lista provisória, encerrada em janeiro de 2026.',
  'signingCredential.invalid': 'O certificado do signatário não pode ser usado para um selo.',
  'signingCredential.expired':
    'O certificado do signatário tinha expirado, e nenhum carimbo de tempo confiável diz outra coisa.',
  'signingCredential.revoked': 'O certificado do signatário foi revogado.',
  'signingCredential.ocsp.notRevoked': 'O certificado do signatário não estava revogado.',
  'signingCredential.ocsp.unknown': 'Não se sabe se o certificado foi revogado.',
  'signingCredential.ocsp.inaccessible':
    'Não foi possível perguntar se o certificado foi revogado.',
  'signingCredential.ocsp.skipped':
    'Não se perguntou se o certificado foi revogado: ninguém mais fica sabendo o que se verifica aqui.',
  'timeStamp.validated': 'O carimbo de tempo pertence a este selo.',
  'timeStamp.trusted':
    'A hora vem de uma autoridade de carimbo de tempo considerada confiável aqui.',
  'org.sealed-capture.seal.detached': 'O selo está em um arquivo próprio.',
  'org.sealed-capture.timeStamp.later':
    'O carimbo de tempo foi adicionado depois do selo: o selo existia naquela hora, e pode ser mais antigo.',
  'org.sealed-capture.timeStamp.unsupported':
    'O carimbo de tempo usa um algoritmo não conhecido aqui e por isso não foi verificado.',
  'org.sealed-capture.timeStamp.authorityUnchecked':
    'Não se verificou se a autoridade de carimbo de tempo é conhecida: selos deste tipo mais antigo (C2PA 1) são lidos sem isso.',
  'org.sealed-capture.timeStamp.afterValidation':
    'Na data para a qual se verificou, nenhum carimbo de tempo confirmava ainda este selo.',
  'org.sealed-capture.deviceClock.insideTolerance':
    'O relógio do aparelho estava certo ao selar, com margem de cinco minutos.',
  'org.sealed-capture.deviceClock.outsideTolerance':
    'O relógio do aparelho tinha erro de mais de cinco minutos ao selar.',
  'org.sealed-capture.deviceClock.capturedAfterSealing':
    'A hora da captura é posterior à do selo, por isso não pode estar certa.',
  'timeStamp.untrusted':
    'A autoridade de carimbo de tempo não está entre as consideradas confiáveis aqui.',
  'timeStamp.mismatch': 'O carimbo de tempo pertence a outro selo.',
  'timeStamp.malformed': 'O carimbo de tempo está ilegível.',
  'timeStamp.outsideValidity':
    'O certificado da autoridade de carimbo de tempo não era válido na época.',
  'timeStamp.credentialInvalid':
    'O certificado da autoridade de carimbo de tempo não pode ser usado para um carimbo de tempo.',
  'timeOfSigning.insideValidity':
    'A hora dada pelo signatário está dentro da validade do certificado.',
  'timeOfSigning.outsideValidity':
    'A hora dada pelo signatário está fora da validade do certificado.',
  'assertion.dataHash.match': 'O arquivo é o que foi selado, byte por byte.',
  'assertion.dataHash.mismatch': 'O arquivo foi alterado depois de ser selado.',
  'assertion.dataHash.malformed': 'O vínculo entre selo e arquivo está ilegível.',
  'assertion.dataHash.redacted': 'O vínculo entre selo e arquivo foi retirado.',
  'assertion.dataHash.additionalExclusionsPresent':
    'O selo deixa de fora mais do arquivo do que a si mesmo.',
  'assertion.boxesHash.match': 'As partes do arquivo são as que foram seladas.',
  'assertion.boxesHash.unknownBox': 'O arquivo contém partes que não foram seladas.',
  'assertion.collectionHash.match': 'Os arquivos da coleção são os que foram selados.',
  'assertion.collectionHash.incorrectFileCount':
    'A coleção tem mais ou menos arquivos do que foram selados.',
  'assertion.collectionHash.invalidURI':
    'O selo nomeia um arquivo da coleção de um modo não permitido.',
  'assertion.collectionHash.mismatch': 'Um arquivo da coleção foi alterado depois de ser selado.',
  'assertion.multiAssetHash.missingPart': 'Falta uma parte selada do arquivo.',
  'assertion.hashedURI.match': 'As declarações do selo são as que foram assinadas.',
  'assertion.hashedURI.mismatch': 'Declarações do selo foram alteradas depois da assinatura.',
  'hashedURI.missing': 'O selo remete a uma parte que não está lá.',
  'hashedURI.mismatch': 'Uma parte a que o selo remete foi alterada depois da assinatura.',
  'assertion.missing': 'Falta uma declaração assinada.',
  'assertion.required.missing': 'Falta uma declaração que todo selo deve conter.',
  'assertion.outsideManifest': 'Uma declaração assinada está fora do selo.',
  'assertion.multipleHardBindings': 'O selo está vinculado ao arquivo de mais de um modo.',
  'assertion.undeclared': 'O selo contém uma declaração que não foi assinada.',
  'assertion.accessible': 'Uma declaração guardada em outro lugar pode ser alcançada.',
  'assertion.inaccessible': 'Uma declaração guardada em outro lugar não pode ser alcançada.',
  'assertion.notRedacted': 'Uma declaração que devia ter sido retirada ainda está lá.',
  'assertion.selfRedacted': 'O selo retira suas próprias declarações.',
  'assertion.action.malformed': 'O que foi feito com o arquivo está ilegível.',
  'assertion.action.ingredientMismatch':
    'O que foi feito com o arquivo não combina com suas fontes.',
  'assertion.action.redacted': 'A lista do que foi feito com o arquivo foi retirada.',
  'assertion.action.redactionMismatch': 'O selo diz que uma declaração foi retirada, mas não qual.',
  'assertion.action.softBindingMissing':
    'O selo diz que uma marca-d’água foi adicionada, mas não a descreve.',
  'assertion.ingredient.malformed': 'De que o arquivo foi feito está ilegível.',
  'assertion.metadata.disallowed': 'O selo contém um campo não permitido.',
  'assertion.json.invalid': 'Uma declaração do selo não é um JSON legível.',
  'assertion.cbor.invalid': 'Uma declaração do selo não é um CBOR legível.',
  'assertion.timestamp.malformed': 'Um carimbo de tempo no selo está ilegível.',
  'assertion.cloud-data.hardBinding':
    'O vínculo entre selo e arquivo está em outro lugar, o que não é permitido.',
  'assertion.cloud-data.actions':
    'O que foi feito com o arquivo está em outro lugar, o que não é permitido.',
  'assertion.cloud-data.malformed': 'Onde uma declaração está guardada está ilegível.',
  'assertion.cloud-data.labelMismatch': 'A declaração guardada em outro lugar é outra.',
  'assertion.external-reference.malformed':
    'Aquilo a que o selo remete em outro lugar está ilegível.',
  'assertion.external-reference.created':
    'O selo diz que algo externo é de seu signatário, o que não é permitido.',
  'claim.missing': 'O selo não tem declaração principal (claim).',
  'claim.multiple': 'O selo tem mais de uma declaração principal (claim).',
  'claim.hardBindings.missing': 'O selo não está vinculado a nenhum arquivo.',
  'claim.malformed': 'Falta um campo à declaração principal (claim), ou ela tem um não permitido.',
  'claim.cbor.invalid': 'A declaração principal (claim) do selo não é um CBOR legível.',
  'claim.required.missing': 'Falta à declaração principal (claim) o que todas devem conter.',
  'ingredient.manifest.validated': 'O selo do arquivo de origem foi verificado.',
  'ingredient.claimSignature.validated': 'O selo do arquivo de origem está assinado.',
  'ingredient.hashedURI.match': 'O arquivo de origem é o indicado.',
  'ingredient.hashedURI.mismatch': 'O arquivo de origem não é o indicado.',
  'ingredient.manifest.missing': 'Falta o selo do arquivo de origem.',
  'ingredient.manifest.mismatch': 'O selo do arquivo de origem foi alterado.',
  'ingredient.claimSignature.mismatch': 'A assinatura do arquivo de origem não corresponde.',
  'ingredient.claimSignature.missing': 'O selo do arquivo de origem não tem assinatura.',
  'ingredient.unknownProvenance': 'O arquivo de origem não trazia selo.',
  'ingredient.*': 'Um arquivo de origem foi verificado.',
  'manifest.missing': 'O selo não está onde o arquivo indica.',
  'manifest.inaccessible': 'O selo está guardado em outro lugar; nada é buscado de lá.',
  'manifest.unknownProvenance': 'Este selo não permite saber de onde vem o arquivo.',
  'manifest.compressed.invalid': 'O selo foi comprimido de um modo que não se pode desfazer.',
  'manifest.multipleParents': 'O selo nomeia mais de um arquivo de origem.',
  'manifest.update.invalid': 'Uma atualização do selo não é permitida como está.',
  'manifest.update.wrongParents': 'Uma atualização do selo não nomeia o selo que atualiza.',
  'manifest.timestamp.invalid': 'Um carimbo de tempo posterior não é permitido como está.',
  'manifest.timestamp.wrongParents':
    'Um carimbo de tempo posterior não nomeia o selo a que pertence.',
  'manifest.unreferenced': 'O arquivo contém um selo a que nada remete.',
  'algorithm.unsupported': 'O selo usa um algoritmo não conhecido aqui.',
  'algorithm.deprecated': 'O selo usa um algoritmo que não é mais considerado seguro.',
  'general.error': 'O selo ou o arquivo está ilegível.',
  'cawg.identity.well-formed': 'A declaração de identidade está bem formada.',
  'cawg.identity.trusted': 'A declaração de identidade vem de alguém considerado confiável aqui.',
  'cawg.identity.assertion.mismatch':
    'A declaração de identidade se refere a outras declarações que não as deste selo.',
  'cawg.identity.assertion.duplicate':
    'A declaração de identidade nomeia uma declaração duas vezes.',
  'cawg.identity.hard_binding_missing': 'A declaração de identidade não está vinculada ao arquivo.',
  'cawg.identity.pad.invalid':
    'A declaração de identidade contém dados onde não deve haver nenhum.',
  'cawg.identity.sig_type.unknown':
    'A declaração de identidade está assinada de um modo desconhecido aqui.',
  'cawg.x509.signature.validated': 'A assinatura da declaração de identidade está correta.',
  'cawg.x509.signature.mismatch': 'A assinatura da declaração de identidade não corresponde.',
  'cawg.x509.signature.outside_validity':
    'A declaração de identidade foi assinada quando seu certificado não era válido.',
  'cawg.x509.credential.trusted':
    'O autor da declaração de identidade está entre os considerados confiáveis aqui.',
  'cawg.x509.credential.invalid':
    'O certificado da declaração de identidade não pode ser usado para isso.',
  'cawg.x509.credential.untrusted':
    'O autor da declaração de identidade não é conhecido aqui; isso não afeta o selo.',
  'cawg.x509.algorithm.unsupported':
    'A declaração de identidade usa um algoritmo não conhecido aqui.',
  'cawg.x509.time_stamp.validated': 'O carimbo de tempo pertence à declaração de identidade.',
  'cawg.x509.time_stamp.trusted':
    'A hora da declaração de identidade vem de uma autoridade de carimbo de tempo considerada confiável aqui.',
  'cawg.x509.time_stamp.untrusted':
    'A autoridade de carimbo de tempo da declaração de identidade não está entre as consideradas confiáveis aqui.',
  'cawg.x509.time_stamp.mismatch':
    'O carimbo de tempo da declaração de identidade pertence a outra.',
  'cawg.x509.time_stamp.malformed': 'O carimbo de tempo da declaração de identidade está ilegível.',
  'cawg.x509.time_stamp.outside_validity':
    'O certificado da autoridade de carimbo de tempo da declaração de identidade não era válido na época.',
  'cawg.ica.credential_valid': 'Quem garante a identidade a assinou.',
  'cawg.ica.untrusted_issuer':
    'Quem garante a identidade não é conhecido aqui; isso não afeta o selo.',
  'cawg.ica.did_unavailable':
    'Não foi possível procurar quem garante a identidade: daqui não se pergunta a mais ninguém.',
  'cawg.ica.invalid_did_document': 'Como verificar quem garante a identidade está ilegível.',
  'cawg.ica.invalid_issuer':
    'A declaração de identidade nomeia quem a garante de um modo desconhecido aqui.',
  'cawg.ica.invalid_cose_sign1': 'A assinatura de quem garante a identidade está ilegível.',
  'cawg.ica.invalid_alg': 'Quem garante a identidade assinou com um algoritmo não conhecido aqui.',
  'cawg.ica.invalid_content_type': 'A declaração de identidade não é do tipo exigido.',
  'cawg.ica.invalid_verifiable_credential': 'A declaração de identidade está ilegível.',
  'cawg.ica.signature_mismatch':
    'A assinatura de quem garante a identidade não corresponde: a declaração foi alterada.',
  'cawg.ica.signer_payload.mismatch':
    'A declaração de identidade foi feita para outras declarações que não as deste selo.',
  'cawg.ica.time_stamp.validated': 'O carimbo de tempo pertence à declaração de identidade.',
  'cawg.ica.time_stamp.invalid':
    'O carimbo de tempo da declaração de identidade não está em ordem.',
  'cawg.ica.valid_from.missing': 'A declaração de identidade não diz desde quando vale.',
  'cawg.ica.valid_from.invalid':
    'A declaração de identidade ainda não valia quando o selo foi feito, ou ainda não vale.',
  'cawg.ica.valid_until.invalid': 'A declaração de identidade não vale mais.',
  'cawg.*': 'Uma declaração de identidade foi verificada.',
  'timeStamp.*': 'O carimbo de tempo foi verificado.',
  '*': 'Uma parte do selo foi verificada.',
};

const reasons: Record<VerdictReason, (signer: string) => string> = {
  interim: (signer) =>
    `Nada mudou desde que foi selado. ${signer} só consta da lista provisória, encerrada em janeiro de 2026.`,
  'partly-confirmed': () => 'Nada mudou desde que foi selado, mas nem tudo está confirmado.',
  'broken-source': () => 'O arquivo de origem tinha um selo rompido.',
  'unknown-source': () => 'O signatário do arquivo de origem não é confiável.',
  broken: () => 'O selo não está em ordem.',
};

export const explanations: Partial<typeof English> = {
  checkExplained: explainer(sentences, (sentence) => `Em um arquivo de origem: ${sentence}`),
  verdictReason: (reason, signer = 'O signatário') => reasons[reason](signer),
};
