"""Reading our own drawings back."""

from xml.etree import ElementTree as ET

__all__ = ["SVG", "highlight_groups", "layer", "read_svg", "texts"]

SVG = "{http://www.w3.org/2000/svg}"


def read_svg(svg):
    return ET.fromstring(svg)  # our own output


def layer(svg, name):
    """Return the group of that layer, an empty element where there is none."""
    return next(iter(read_svg(svg).findall(f"{SVG}g[@data-layer='{name}']")), ET.Element("none"))


def texts(svg):
    """Return position by printed text."""
    return {node.text: (float(node.get("x")), float(node.get("y"))) for node in layer(svg, "texts").iter(f"{SVG}text")}


def highlight_groups(svg):
    """Return the group of each highlight by element name."""
    return {node.get("data-element"): node for node in read_svg(svg).iter(f"{SVG}g") if node.get("data-element")}
