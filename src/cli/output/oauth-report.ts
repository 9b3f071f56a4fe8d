/** What `patchbay oauth check` found, for people and for programs that read JUnit. */
import type { AuthDebugReport, AuthDebugStep } from '../../shared/sign-in/auth-debug'
import {
  BLAME_WORDS,
  MISTAKE_WORDS,
  STEP_WORDS,
  VERDICT_MARKS
} from '../../shared/sign-in/auth-debug-words'
import { escaped as xml } from '../../shared/sign-in/auth-diagram'

const WORD_WIDTH = 9

export function textOf(reports: readonly AuthDebugReport[]): string {
  return reports.flatMap(linesOf).join('\n')
}

/** Of a run with a mistake only the reaction is of interest: the rest is the same again. */
function linesOf({ wish, steps }: AuthDebugReport): readonly string[] {
  const { mistake } = wish
  if (mistake === undefined)
    return steps.flatMap((step) => stepLines(step, STEP_WORDS[step.id].title))
  const title = `What if: ${MISTAKE_WORDS[mistake].title}`
  return steps.filter(({ id }) => id === 'mistake').flatMap((step) => stepLines(step, title))
}

function stepLines(step: AuthDebugStep, title: string): readonly string[] {
  const { glyph, word } = VERDICT_MARKS[step.verdict]
  const said = step.text === undefined ? '' : `. ${step.text}`
  return [
    `${glyph} ${word.padEnd(WORD_WIDTH)} ${title}${said}`,
    ...step.findings.map(
      ({ text, clause, blame }) => `    ${text} (${clause}; whose doing: ${BLAME_WORDS[blame]})`
    )
  ]
}

type Case = { readonly name: string; readonly step: AuthDebugStep }

function casesOf({ wish, steps }: AuthDebugReport): readonly Case[] {
  const { mistake } = wish
  if (mistake === undefined) {
    return steps.map((step) => ({ name: STEP_WORDS[step.id].title, step }))
  }
  const name = `What if: ${MISTAKE_WORDS[mistake].title}`
  return steps.filter(({ id }) => id === 'mistake').map((step) => ({ name, step }))
}

export function junitOf(reports: readonly AuthDebugReport[]): string {
  const cases = reports.flatMap(casesOf)
  const { name = '', wish } = reports[0] ?? {}
  const suite = `patchbay oauth check ${name} ${wish?.revision ?? ''}`.trim()
  const failures = cases.filter(({ step }) => isFailure(step)).length
  const skipped = cases.filter(({ step }) => step.verdict === 'skipped').length
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${xml(suite)}" ${counts}>`,
    ...cases.map((each) => caseXml(each, suite)),
    '  </testsuite>',
    '</testsuites>'
  ].join('\n')
}

function caseXml({ name, step }: Case, suite: string): string {
  const seconds = ((step.tookMs ?? 0) / 1_000).toFixed(3)
  const clause = `<properties><property name="clause" value="${xml(step.clause)}"/></properties>`
  const head = `    <testcase classname="${xml(suite)}" name="${xml(name)}" time="${seconds}">${clause}`
  const text = stepLines(step, name).join('\n')
  if (isFailure(step)) {
    const message = step.findings.find(({ severity }) => severity === 'wrong')?.text ?? step.text
    return `${head}<failure message="${xml(message ?? step.verdict)}">${xml(text)}</failure></testcase>`
  }
  if (step.verdict === 'skipped')
    return `${head}<skipped message="${xml(step.text ?? '')}"/></testcase>`
  if (step.findings.length === 0) return `${head}</testcase>`
  return `${head}<system-out>${xml(text)}</system-out></testcase>`
}

function isFailure({ verdict }: AuthDebugStep): boolean {
  return verdict === 'failed' || verdict === 'wrong'
}
