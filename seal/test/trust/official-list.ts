import {type TestAuthority} from '../pki.js';

/** A list in the format of the C2PA list, with these authorities. */
export const officialList = (
  name: 'C2PA Trust List' | 'C2PA TSA Trust List',
  authorities: readonly Pick<TestAuthority, 'rootPem'>[],
  {issued = '2026-11-01T00:00:00Z', nextUpdate = '2036-11-01T00:00:00Z', status = 'trusted'} = {},
): string =>
  JSON.stringify({
    LoTE: {
      ListAndSchemeInformation: {
        SchemeName: [{lang: 'en', value: name}],
        ListIssueDateTime: issued,
        NextUpdate: nextUpdate,
      },
      TrustedEntitiesList: authorities.map(({rootPem}) => ({
        TrustedEntityServices: [
          {
            ServiceInformation: {
              ServiceStatus: `http://c2pa.org/conformance/trust-list/${status}`,
              ServiceDigitalIdentity: {
                X509Certificates: [{val: rootPem.replace(/-----.*-----|\s/g, '')}],
              },
            },
          },
        ],
      })),
    },
  });

/** A record of the list of conforming products. */
export const productRecord = (
  DN: {CN: string; O: string; OU?: string; C: string},
  {recordId = '0197aa34-665b-7811-9bbc-317cfd988d0a', level = 2, status = 'conformant'} = {},
) => ({
  recordId,
  applicant: 'Example Makers Ltd',
  status,
  product: {
    productType: 'generatorProduct',
    DN,
    assurance: {maxAssuranceLevel: level},
    disallowedSignals: {inception: ['nonGenAIDigitalCreation'], transformation: []},
  },
  dates: {lastModification: '2026-11-02'},
});

export const productList = (...records: ReturnType<typeof productRecord>[]): string =>
  JSON.stringify(records);
