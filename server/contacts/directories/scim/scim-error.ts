/** The reasons of RFC 7644, section 3.12. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

/** A refused SCIM request. `message` repeats no values. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;
  constructor(status: number, scimType: ScimType | undefined, detail: string) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

/** Returns a refusal with status 400. */
export const badScim = (scimType: ScimType, detail: string): ScimError => new ScimError(400, scimType, detail);

/** The body of an error (RFC 7644, section 3.12). */
export const scimErrorBody = ({ status, scimType, message }: ScimError) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(scimType ? { scimType } : {}),
  detail: message,
});
