const SWITCH = 'NODE_TLS_REJECT_UNAUTHORIZED'

/**
 * Node accepts every certificate while this variable is 0, and a token would go to whoever answers.
 * Removing it keeps the checks on in this process and in its threads, whoever set the variable.
 */
export function alwaysCheckCertificates(env: NodeJS.ProcessEnv): void {
  Reflect.deleteProperty(env, SWITCH)
}
