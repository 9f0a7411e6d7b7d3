"""What axe says of the page."""
from webdriver import Browser


def violations(browser: Browser, axe: str) -> list[str]:
    """What axe finds on the page as it is, light and dark, with everything unfolded."""
    found = []
    for dark in (False, True):
        browser.look(dark=dark)
        browser.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        browser.run("if (!window.axe) { (0, eval)(arguments[0]); }", axe)
        found += browser.run("""
            const { violations } = await axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } });
            return violations.map((one) => `${one.impact} ${one.id} ${one.nodes.map((node) => node.target).join(' | ')}`);""")
    return found
