/** Whether a text is a saved story of `explore`, and not a scenario: it has `story` at its top level. */
export const holdsStory = (text: string): boolean =>
  /^(?:story|"story")\s*:/m.test(text.slice(0, 65_536)) && !/^steps\s*:/m.test(text)
